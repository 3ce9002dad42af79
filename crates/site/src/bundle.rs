//! Pages that are one file: their scripts, styles and parts stand in them as texts.
//!
//! The explorer's page is a folder of small modules, which a browser loads one by one from a server. From a disk it may
//! not. So a page carries its modules as texts; `site/page/boot.js` gives each an address and says in an import map
//! which name has which address. The modules stay readable in the page's source. Which modules a page needs is found by
//! following imports from the first one; a module of `site/page` stands in for the explorer's of the same name.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::read;

/// Folders with modules, the first one's before those of the second.
const MODULES: [&str; 2] = ["site/page", "crates/explorer/page"];
/// Style sheets in their order.
const STYLES: [&str; 4] = [
    "crates/explorer/page/style.css",
    "crates/explorer/page/views.css",
    "crates/explorer/page/boards.css",
    "site/page/site.css",
];

/// Something in a page that its scripts read by name.
pub struct Part {
    name: String,
    text: String,
}

impl Part {
    /// A text.
    pub fn text(name: &str, text: String) -> Part {
        Part { name: name.to_string(), text }
    }

    /// Bytes, packed by gzip and written in letters.
    ///
    /// # Errors
    /// None that a memory knows.
    pub fn packed(name: &str, bytes: &[u8]) -> Result<Part> {
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(bytes)?;
        Ok(Part { name: name.to_string(), text: STANDARD.encode(packed.finish()?) })
    }
}

/// What all pages share.
pub struct Bundle {
    modules: BTreeMap<String, String>,
    styles: String,
    boot: String,
    icon: String,
    parts: Vec<Part>,
}

impl Bundle {
    /// Reads all modules and styles. `parts` stand in every page with scripts.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn new(root: &Path, parts: Vec<Part>) -> Result<Bundle> {
        let mut modules = BTreeMap::new();
        for folder in MODULES.iter().rev() {
            for entry in
                std::fs::read_dir(root.join(folder)).with_context(|| (*folder).to_string())?
            {
                let path = entry?.path();
                if path.extension().is_some_and(|it| it == "js") {
                    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                    modules.insert(name, read(&path)?);
                }
            }
        }
        let styles: Result<Vec<String>> = STYLES.iter().map(|it| read(&root.join(it))).collect();
        Ok(Bundle {
            modules,
            styles: styles?.concat(),
            boot: read(&root.join("site/page/boot.js"))?,
            icon: read(&root.join("crates/explorer/page/icon.svg"))?,
            parts,
        })
    }

    /// The styles and the icon for a page's head.
    pub fn head(&self) -> String {
        let icon = STANDARD.encode(self.icon.trim());
        format!(
            "<link rel=\"icon\" type=\"image/svg+xml\" href=\"data:image/svg+xml;base64,{icon}\">\n<style>\n{}</style>",
            self.styles
        )
    }

    /// A page: `template` with its styles, and at its end the parts and the modules that `first` needs.
    ///
    /// # Errors
    /// If a module imports one that is not there, or a text would end the page's script.
    pub fn page(&self, template: &str, first: &str, more: &[Part]) -> Result<String> {
        let mut end = String::new();
        for part in self.parts.iter().chain(more) {
            end += &script(&format!("type=\"text/plain\" id=\"part-{}\"", part.name), &part.text)?;
        }
        for (name, text) in self.needed(first)? {
            end += &script(&format!("type=\"text/quod\" data-name=\"{name}\""), &text)?;
        }
        end += &script(&format!("data-first=\"{first}\""), &self.boot)?;
        let page = template.replace("<!-- head -->", &self.head());
        ensure!(page.contains("<!-- parts -->"), "the page has no place for its parts");
        Ok(page.replace("<!-- parts -->", end.trim_end()))
    }

    /// The modules that one needs, itself included, with imports by name.
    fn needed(&self, first: &str) -> Result<BTreeMap<String, String>> {
        let mut needed = BTreeMap::new();
        let mut open = vec![first.to_string()];
        while let Some(name) = open.pop() {
            if needed.contains_key(&name) {
                continue;
            }
            let text = self.modules.get(&name).with_context(|| format!("no module {name}"))?;
            let mut out = String::with_capacity(text.len());
            let mut rest = text.as_str();
            while let Some(at) = rest.find("'./") {
                let (before, after) = rest.split_at(at + 1);
                let end = after.find('\'').context("a name without an end")?;
                let import = &after[2..end];
                ensure!(import.ends_with(".js"), "{name} imports {import}, which is no module");
                open.push(import.to_string());
                out += before;
                out += "quod/";
                out += import;
                rest = &after[end..];
            }
            out += rest;
            needed.insert(name, out);
        }
        Ok(needed)
    }
}

/// A script element with a text that cannot end it.
fn script(attributes: &str, text: &str) -> Result<String> {
    let lower = text.to_lowercase();
    ensure!(!lower.contains("</script") && !lower.contains("<!--"), "{attributes}: ends a script");
    Ok(format!("<script {attributes}>{text}</script>\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundle(modules: &[(&str, &str)]) -> Bundle {
        let modules = modules.iter().map(|(name, text)| (name.to_string(), text.to_string()));
        let (styles, boot, icon) = (String::new(), "boot()".to_string(), String::new());
        Bundle { modules: modules.collect(), styles, boot, icon, parts: Vec::new() }
    }

    #[test]
    fn a_page_has_the_modules_that_its_first_one_needs_and_no_others() {
        let modules = [
            ("a.js", "import { b } from './b.js';"),
            ("b.js", "import './a.js'; export const b = 1;"),
            ("c.js", "nobody wants it"),
        ];
        let page = bundle(&modules).page("<!-- parts -->", "a.js", &[]).unwrap();
        assert!(page.contains("import { b } from 'quod/b.js';"), "{page}");
        assert!(page.contains("data-name=\"b.js\">import 'quod/a.js';"), "{page}");
        assert!(!page.contains("nobody"), "{page}");
        assert!(page.ends_with("<script data-first=\"a.js\">boot()</script>"), "{page}");
    }

    #[test]
    fn a_module_that_is_not_there_is_named() {
        let error = bundle(&[("a.js", "import './gone.js';")]).page("<!-- parts -->", "a.js", &[]);
        assert_eq!(error.unwrap_err().to_string(), "no module gone.js");
    }

    #[test]
    fn a_text_that_ends_its_script_is_refused() {
        let error = bundle(&[("a.js", "'</SCRIPT>'")]).page("<!-- parts -->", "a.js", &[]);
        assert!(error.unwrap_err().to_string().contains("ends a script"));
    }
}
