//! A JSON object, written field by field: this crate uses the standard library alone.

/// An object to which fields are added.
#[derive(Default)]
pub(crate) struct Object(String);

impl Object {
    fn field(&mut self, name: &str, value: &str) {
        self.0 += if self.0.is_empty() { "{" } else { "," };
        self.0 += &format!("{}:{value}", quoted(name));
    }

    pub(crate) fn truth(&mut self, name: &str, value: bool) {
        self.field(name, if value { "true" } else { "false" });
    }

    pub(crate) fn number(&mut self, name: &str, value: u64) {
        self.field(name, &value.to_string());
    }

    pub(crate) fn number_or_null(&mut self, name: &str, value: Option<u64>) {
        self.field(name, &value.map_or("null".to_string(), |it| it.to_string()));
    }

    pub(crate) fn text(&mut self, name: &str, value: &str) {
        self.field(name, &quoted(value));
    }

    pub(crate) fn text_or_null(&mut self, name: &str, value: Option<&str>) {
        self.field(name, &value.map_or("null".to_string(), quoted));
    }

    pub(crate) fn texts_or_null(&mut self, name: &str, value: Option<Vec<String>>) {
        let list = |texts: Vec<String>| {
            let quoted: Vec<String> = texts.iter().map(|it| quoted(it)).collect();
            format!("[{}]", quoted.join(","))
        };
        self.field(name, &value.map_or("null".to_string(), list));
    }

    pub(crate) fn finish(self) -> String {
        if self.0.is_empty() { "{}".to_string() } else { self.0 + "}" }
    }
}

/// A text in JSON's quotation marks.
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c < ' ' => out += &format!("\\u{:04x}", u32::from(c)),
            c => out.push(c),
        }
    }
    out + "\""
}
