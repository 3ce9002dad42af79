//! Where results go: standard output, and files that are whole or absent.

use std::ffi::OsString;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use quod_cert::printable;
use serde_json::Value;

/// Prints to standard output. A reader who has closed the pipe is no error: the exit code still says
/// what was found.
///
/// # Errors
/// If the text cannot be written for another reason, such as a full disk.
pub fn emit(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("standard output: expected to write, got")
        }
        _ => Ok(()),
    }
}

/// Tells a line on standard error. What does not print, or would break the line, is written as a code: a
/// hostile file's texts must not look like an answer of ours. If nobody listens, nothing is lost.
pub fn tell(line: &str) {
    let _ = writeln!(io::stderr(), "{}", printable(line));
}

/// A line of comma-separated values, without its end. What is null is empty.
pub fn csv_line(values: &[Value]) -> String {
    let cell = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) if text.contains(['"', ',', '\n', '\r']) => {
            format!("\"{}\"", text.replace('"', "\"\""))
        }
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    values.iter().map(cell).collect::<Vec<_>>().join(",")
}

/// A temporary file beside its target; it vanishes unless it becomes the target.
struct Temporary {
    path: PathBuf,
    kept: bool,
}

impl Temporary {
    fn create(target: &Path) -> io::Result<(Temporary, File)> {
        let mut name = OsString::from(".");
        name.push(target.file_name().ok_or(io::ErrorKind::IsADirectory)?);
        name.push(format!(".{}.tmp", std::process::id()));
        let path = target.with_file_name(name);
        let file = File::create(&path)?;
        Ok((Temporary { path, kept: false }, file))
    }

    fn rename(mut self, target: &Path) -> io::Result<()> {
        fs::rename(&self.path, target)?;
        self.kept = true;
        // The rename itself survives a power cut only once the directory is on disk. Some file
        // systems cannot sync a directory; then this is as good as it gets.
        let parent = target.parent().filter(|it| !it.as_os_str().is_empty());
        if let Ok(directory) = File::open(parent.unwrap_or(Path::new("."))) {
            let _ = directory.sync_all();
        }
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.kept {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// The file that a path means: links are followed, so that a rename replaces the file and not the link.
fn resolved(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

/// Whether the path is something that exists and can be written but not replaced, like `/dev/null`.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|it| !it.is_file() && !it.is_dir())
}

/// The path as text, which JSON and the report need it to be.
pub fn utf8(path: &Path) -> anyhow::Result<&str> {
    let bad = || anyhow!("--out: expected a path in UTF-8, got \"{}\"", path.display());
    path.to_str().ok_or_else(bad)
}

/// Checks, before any work is done, that a file can be written; leaves nothing behind.
///
/// # Errors
/// If it cannot.
pub fn check_writable(path: &Path) -> anyhow::Result<()> {
    let target = resolved(path);
    let tried = match fs::metadata(&target) {
        Ok(it) if it.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        _ if is_special(&target) => Ok(()),
        _ => Temporary::create(&target).map(drop),
    };
    tried.map_err(|error| unwritable(path, &error))
}

/// Writes a file so that at every moment the path holds either what it held before or the whole new
/// content: to a temporary name, through to the disk, then renamed.
///
/// # Errors
/// If `content` fails or the file cannot be written; the path is untouched then.
pub fn write_whole(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let target = resolved(path);
    if is_special(&target) {
        let mut file = File::create(&target).map_err(|error| unwritable(path, &error))?;
        return content(&mut file).map_err(|error| unwritable(path, &error));
    }
    let (temporary, file) = Temporary::create(&target).map_err(|it| unwritable(path, &it))?;
    let mut out = BufWriter::new(file);
    content(&mut out).map_err(|error| unwritable(path, &error))?;
    let file = out.into_inner().map_err(|error| unwritable(path, &error))?;
    file.sync_all().map_err(|error| unwritable(path, &error))?;
    temporary.rename(&target).map_err(|error| unwritable(path, &error))
}

/// (A full disk shows while content is written as well, and says nothing of where.)
fn unwritable(path: &Path, error: &dyn Display) -> anyhow::Error {
    anyhow!("{}: expected a path to write to, got: {error}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_content_leaves_the_old_file_and_nothing_else() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.quod");
        write_whole(&path, |out| Ok(out.write_all(b"old")?)).unwrap();
        let failed = write_whole(&path, |out| {
            out.write_all(b"half")?;
            Err(anyhow!("no more"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_full_disk_is_told_with_the_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.quod");
        let full = |_: &mut dyn Write| Err(io::Error::from(io::ErrorKind::StorageFull).into());
        let told = write_whole(&path, full).unwrap_err().to_string();
        assert!(told.starts_with(&path.display().to_string()), "{told}");
    }

    #[test]
    fn checking_writability_leaves_nothing() {
        let dir = tempfile::tempdir().unwrap();
        check_writable(&dir.path().join("a.quod")).unwrap();
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
        assert!(check_writable(dir.path()).is_err());
        assert!(check_writable(&dir.path().join("no/a.quod")).is_err());
    }
}
