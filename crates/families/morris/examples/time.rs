use quod_morris::MorrisTables;
use quod_rules::{Morris, Variant};
use quod_tables::{Builder, Directory, Options, Event, Retrograde};
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let game = Morris::variant(Variant::parse(&args[1]).unwrap()).unwrap();
    let t0 = Instant::now();
    let tables = MorrisTables::new(&game);
    println!("made {:?}", t0.elapsed());
    let last: u32 = args[3].parse().unwrap();
    let threads: usize = args[4].parse().unwrap();
    let options = Options { threads, ..Options::new("m", last) };
    let mut b = Builder::new(&tables, Directory::new(&args[2]).unwrap(), options).unwrap();
    let mut t = Instant::now();
    while !b.step(1 << 24, &mut |e| match e {
        Event::Begun { layer, size } => { t = Instant::now(); println!("{layer} size {size} {:?}", tables.numbers().orientations(layer).iter().map(|o| (o.own, o.other)).collect::<Vec<_>>()); }
        Event::Finished { layer, size, bytes, .. } => println!("  {layer} {size} in {:?}: {:.2} M/s, {:.2} bits", t.elapsed(), size as f64 / t.elapsed().as_secs_f64() / 1e6, bytes as f64 * 8.0 / size as f64),
        _ => {}
    }).unwrap() {}
    println!("{:?}", t0.elapsed());
}
