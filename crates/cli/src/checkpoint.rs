//! Checkpoints: a session's state in a directory, so that a killed run goes on where it was.
//!
//! A checkpoint is written to a temporary name, through to the disk, and renamed: whenever the process
//! dies, the file holds a whole state. The first is written soon, then ever more rarely: what is lost is
//! at most about half of a short run, five seconds of a long one, or, where states are so large that
//! writing them takes long, twenty times the time of writing.
//!
//! An engine may keep what it has proved for searches from other positions. That goes to a file of its own, named
//! after the game and the claim, which outlives the checkpoint: every later run in the same directory learns from it.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::anyhow;
use quod_ask::Work;
use quod_solve::{ProvedStates, Session};

use crate::output::{check_writable, write_whole};

/// Most characters of a position in a file's name.
const LONGEST_NAME: usize = 80;
const FIRST_AFTER: Duration = Duration::from_millis(20);
const MOST_BETWEEN: Duration = Duration::from_secs(5);

/// The checkpoint of one session.
pub struct Checkpoint {
    directory: PathBuf,
    file: PathBuf,
    due: Instant,
    between: Duration,
}

impl Checkpoint {
    /// The checkpoint called `name` of a position in a directory, which is made if there is none. Sessions of several
    /// positions do not get in each other's way there.
    ///
    /// # Errors
    /// If the directory cannot be made or written to.
    pub fn open(directory: &Path, name: &str, position: &str) -> anyhow::Result<Checkpoint> {
        let name = match position {
            "start" => name.to_string(),
            _ => {
                format!("{name}-{}", plain(position).chars().take(LONGEST_NAME).collect::<String>())
            }
        };
        fs::create_dir_all(directory).map_err(|error| {
            anyhow!("{}: expected a directory for checkpoints, got: {error}", directory.display())
        })?;
        let file = directory.join(format!("{name}.ckpt"));
        remove_leftovers(directory, &format!(".{name}.ckpt."));
        check_writable(&file)?;
        let directory = directory.to_path_buf();
        Ok(Checkpoint { directory, file, due: Instant::now() + FIRST_AFTER, between: FIRST_AFTER })
    }

    /// Puts work where the checkpoint stands; false if there is none.
    ///
    /// # Errors
    /// If there is one that does not belong to this job or is damaged.
    pub fn resume(&self, work: &mut dyn Work) -> anyhow::Result<bool> {
        if !self.file.exists() {
            return Ok(false);
        }
        let path = self.file.display();
        let unreadable = |error| anyhow!("{path}: expected a readable checkpoint, got: {error}");
        let mut bytes = BufReader::new(File::open(&self.file).map_err(unreadable)?);
        work.restore(&mut bytes).map_err(|error| {
            anyhow!(
                "{path}: expected a checkpoint of this job, got: {error}; remove it to begin anew"
            )
        })?;
        Ok(true)
    }

    /// The file's path, for people.
    pub fn path(&self) -> String {
        self.file.display().to_string()
    }

    /// Saves if it is time to.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save_if_due(&mut self, session: &Session) -> anyhow::Result<()> {
        if Instant::now() < self.due {
            return Ok(());
        }
        let began = Instant::now();
        self.save(session)?;
        self.between = (2 * self.between).min(MOST_BETWEEN).max(20 * began.elapsed());
        self.due = Instant::now() + self.between;
        Ok(())
    }

    /// Saves now.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, session: &Session) -> anyhow::Result<()> {
        self.save_proved(session)?;
        write_whole(&self.file, |out| Ok(session.save(out)?))
    }

    /// Where such states are kept.
    fn proved_file(&self, proved: &ProvedStates) -> PathBuf {
        self.directory.join(format!("{}.proved", plain(&proved.name)))
    }

    /// Lets the session learn what earlier runs have proved.
    ///
    /// # Errors
    /// If there is a file that cannot be used.
    pub fn learn(&self, session: &mut Session) -> anyhow::Result<()> {
        let Some(own) = session.proved() else { return Ok(()) };
        let file = self.proved_file(&own);
        if !file.exists() {
            return check_writable(&file);
        }
        let path = file.display();
        let unreadable = |error: &dyn Display| {
            anyhow!(
                "{path}: expected states that earlier runs proved, got: {error}; remove it to begin anew"
            )
        };
        let bytes = fs::read(&file).map_err(|error| unreadable(&error))?;
        let known = ProvedStates::from_bytes(&bytes).map_err(|error| unreadable(&error))?;
        if known.name != own.name {
            return Err(unreadable(&format!("those of {}", known.name)));
        }
        session.learn(&known).map_err(|error| unreadable(&error))
    }

    /// Saves what the session has proved that later runs can use.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save_proved(&self, session: &Session) -> anyhow::Result<()> {
        let Some(proved) = session.proved() else { return Ok(()) };
        write_whole(&self.proved_file(&proved), |out| Ok(out.write_all(&proved.to_bytes())?))
    }

    /// Forgets the state, once nobody needs it any more.
    pub fn remove(&self) {
        // If it stays, the next run of the same job resumes it and comes to the same answer.
        let _ = fs::remove_file(&self.file);
    }
}

/// A text as part of a file's name.
fn plain(text: &str) -> String {
    let plain = |it: char| if it.is_ascii_alphanumeric() || "=-.".contains(it) { it } else { '_' };
    text.chars().map(plain).collect()
}

/// Removes the temporary files of runs that were killed while they wrote. If one stays, it only takes
/// room.
fn remove_leftovers(directory: &Path, prefix: &str) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(prefix) && name.ends_with(".tmp") {
            let _ = fs::remove_file(entry.path());
        }
    }
}
