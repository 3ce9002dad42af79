//! Tables kept in memory, for tests and for small games: files by name, and a limit to how much can be written.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::io::{self, Cursor, Write};

use crate::{Contents, ReadSeek, Scratch, Store};

/// A store in memory. `&Memory` is the store, so its owner can look at what was written.
#[derive(Default)]
pub struct Memory {
    /// What was written, by name.
    pub files: RefCell<BTreeMap<String, Vec<u8>>>,
    /// How many bytes can still be written, if that is limited.
    pub room: Cell<Option<usize>>,
}

struct Limited<'m> {
    bytes: Vec<u8>,
    room: &'m Cell<Option<usize>>,
}

impl Write for Limited<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(room) = self.room.get() {
            let left = room.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
            self.room.set(Some(left));
        }
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Store for &Memory {
    fn place(&self, name: &str) -> String {
        format!("memory/{name}")
    }

    fn open(&self, name: &str) -> io::Result<Option<Box<dyn ReadSeek>>> {
        let file = self.files.borrow().get(name).cloned();
        Ok(file.map(|bytes| Box::new(Cursor::new(bytes)) as Box<dyn ReadSeek>))
    }

    fn write(&self, name: &str, contents: &mut Contents<'_>) -> io::Result<()> {
        let mut out = Limited { bytes: Vec::new(), room: &self.room };
        contents(&mut out)?;
        self.files.borrow_mut().insert(name.to_string(), out.bytes);
        Ok(())
    }

    fn scratch(&self) -> io::Result<Box<dyn Scratch>> {
        Ok(Box::new(Cursor::new(Vec::new())))
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.files.borrow_mut().remove(name);
        Ok(())
    }
}
