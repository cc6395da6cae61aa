//! What the generated files consist of.

/// An enumeration of texts, open to values that are newer than this crate.
macro_rules! wire_enum {
    ($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $variant:ident = $wire:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$about])* $variant,)*
            /// Newer than this crate.
            Other(String),
        }

        impl $name {
            /// The text that travels.
            #[must_use]
            #[allow(clippy::too_many_lines)]
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $wire,)*
                    Self::Other(text) => text,
                }
            }
        }

        impl From<&str> for $name {
            #[allow(clippy::too_many_lines)]
            fn from(text: &str) -> Self {
                match text {
                    $($wire => Self::$variant,)*
                    other => Self::Other(other.into()),
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                to.write_str(self.as_str())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                Ok(Self::from(String::deserialize(from)?.as_str()))
            }
        }
    };
}

/// Part of a response.
macro_rules! record {
    ($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $field:ident: $type:ty = $wire:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, serde::Deserialize)]
        #[non_exhaustive]
        pub struct $name {
            $($(#[$about])* #[serde(rename = $wire)] pub $field: $type,)*
        }
    };
}

/// Part of a request: `new` takes the required members, a method sets each optional one.
macro_rules! parameters {
    (
        $(#[$doc:meta])*
        $name:ident { $($(#[$about:meta])* $field:ident: $type:ty = $wire:literal,)* }
        optional { $($(#[$rest_about:meta])* $rest:ident: $rest_type:ty = $rest_wire:literal,)* }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[non_exhaustive]
        pub struct $name {
            $($(#[$about])* #[serde(rename = $wire)] pub $field: $type,)*
            $($(#[$rest_about])*
            #[serde(rename = $rest_wire, skip_serializing_if = "Option::is_none")] pub $rest: Option<$rest_type>,)*
        }

        impl $name {
            /// With the required members.
            #[must_use]
            #[allow(clippy::new_without_default)]
            pub fn new($($field: impl Into<$type>),*) -> Self {
                Self { $($field: $field.into(),)* $($rest: None,)* }
            }

            $($(#[$rest_about])*
            #[must_use]
            #[allow(clippy::wrong_self_convention)]
            pub fn $rest(mut self, value: impl Into<$rest_type>) -> Self {
                self.$rest = Some(value.into());
                self
            })*
        }
    };
}

/// The methods of both clients.
#[cfg(feature = "http")]
macro_rules! calls {
    ($($(#[$doc:meta])* $kind:ident $wire:literal $name:ident($($params:ident)?) -> $result:ident
        $(pages $all:ident($paged:ident) $entry:ident $list:ident $cursor:ident)?;)*) => {
        impl crate::Client {
            $($(#[$doc])*
            pub async fn $name(
                &self $(, params: $params)?
            ) -> Result<crate::macros::outcome!($kind $result), crate::Error> {
                crate::macros::call!($kind self $wire crate::macros::given!($(params $params)?))
            }

            $(
            #[doc = concat!("The entries of every page of `Client::", stringify!($name), "`.")]
            pub fn $all(&self, params: $paged) -> crate::Pages<'_, $paged> {
                crate::Pages::new(self, params)
            })?)*
        }

        #[cfg(feature = "blocking")]
        impl crate::blocking::Client {
            $($(#[$doc])*
            pub fn $name(
                &self $(, params: $params)?
            ) -> Result<crate::macros::outcome!($kind $result), crate::Error> {
                self.wait_for(self.client.$name($(crate::macros::given!(params $params))?))
            }

            $(
            #[doc = concat!("The entries of every page of `Client::", stringify!($name), "`.")]
            pub fn $all(&self, params: $paged) -> crate::blocking::Pages<'_, $paged> {
                crate::blocking::Pages::new(self, self.client.$all(params))
            })?)*
        }

        $($(impl crate::pages::Paged for $paged {
            type Entry = $entry;

            fn options(&mut self) -> &mut Option<Pagination> {
                &mut self.pagination_options
            }

            fn cursor(entry: &$entry) -> &str {
                crate::macros::cursor!(entry $cursor)
            }

            async fn fetch(self, client: &crate::Client) -> Result<Vec<$entry>, crate::Error> {
                Ok(client.$name(self).await?.$list)
            }
        })?)*
    };
}

#[cfg(feature = "http")]
macro_rules! outcome {
    (submit $result:ident) => { crate::Completed<$result> };
    ($kind:ident $result:ident) => { $result };
}

#[cfg(feature = "http")]
macro_rules! call {
    (query $client:ident $wire:literal $params:expr) => {
        $client.query($wire, $params).await
    };
    (vote $client:ident $wire:literal $params:expr) => {
        $client.submit($wire, $params).await
    };
    (submit $client:ident $wire:literal $params:expr) => {
        crate::Completed::of($client.submit($wire, $params).await?)
    };
}

#[cfg(feature = "http")]
macro_rules! given {
    () => {
        serde_json::json!({})
    };
    ($params:ident $type:ident) => {
        $params
    };
}

#[cfg(feature = "http")]
macro_rules! cursor {
    ($entry:ident itself) => {
        $entry
    };
    ($entry:ident $cursor:ident) => {
        &$entry.$cursor
    };
}

#[cfg(feature = "http")]
pub(crate) use {call, calls, cursor, given, outcome};
pub(crate) use {parameters, record, wire_enum};
