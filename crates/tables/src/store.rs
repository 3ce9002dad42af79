//! Where tables are kept: named files that appear whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::PathBuf;

/// What a file is read through.
pub trait ReadSeek: Read + Seek + Send {}
impl<R: Read + Seek + Send> ReadSeek for R {}

/// A file without a name, for what is at work. It begins empty, and is gone when it is let go.
pub trait Scratch: Read + Write + Seek + Send {}
impl<R: Read + Write + Seek + Send> Scratch for R {}

/// What writes the contents of a file.
pub type Contents<'c> = dyn FnMut(&mut dyn Write) -> io::Result<()> + 'c;

/// A place for named files. Builders and tables see files through this only.
pub trait Store {
    /// The file's name for people.
    fn place(&self, name: &str) -> String;

    /// Opens a file; `None` if there is none.
    ///
    /// # Errors
    /// If there is one that cannot be opened.
    fn open(&self, name: &str) -> io::Result<Option<Box<dyn ReadSeek>>>;

    /// Writes a file. Whatever happens in between, the old file is there, or the new one is, whole.
    ///
    /// # Errors
    /// If it cannot be written; then the old file is there.
    fn write(&self, name: &str, contents: &mut Contents<'_>) -> io::Result<()>;

    /// A file without a name.
    ///
    /// # Errors
    /// If there is no room for any.
    fn scratch(&self) -> io::Result<Box<dyn Scratch>>;

    /// Removes a file, if it is there.
    ///
    /// # Errors
    /// If it is there and stays.
    fn remove(&self, name: &str) -> io::Result<()>;
}

/// A directory of the file system. The one place of this crate that touches files.
#[derive(Clone, Debug)]
pub struct Directory {
    path: PathBuf,
}

impl Directory {
    /// The directory with this path, made if there is none.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn new(path: impl Into<PathBuf>) -> io::Result<Directory> {
        let path = path.into();
        fs::create_dir_all(&path)?;
        Ok(Directory { path })
    }
}

impl Store for Directory {
    fn place(&self, name: &str) -> String {
        self.path.join(name).display().to_string()
    }

    fn open(&self, name: &str) -> io::Result<Option<Box<dyn ReadSeek>>> {
        match File::open(self.path.join(name)) {
            Ok(file) => Ok(Some(Box::new(BufReader::new(file)))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn write(&self, name: &str, contents: &mut Contents<'_>) -> io::Result<()> {
        let (path, unfinished) =
            (self.path.join(name), self.path.join(format!("{name}.unfinished")));
        let mut write = || {
            let mut file = BufWriter::with_capacity(1 << 16, File::create(&unfinished)?);
            contents(&mut file)?;
            file.into_inner()?.sync_all()?;
            fs::rename(&unfinished, &path)
        };
        write().inspect_err(|_| {
            let _ = fs::remove_file(&unfinished);
        })
    }

    fn scratch(&self) -> io::Result<Box<dyn Scratch>> {
        Ok(Box::new(tempfile::tempfile_in(&self.path)?))
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        match fs::remove_file(self.path.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}
