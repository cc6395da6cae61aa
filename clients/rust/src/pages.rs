//! Lists that arrive in pages.

use std::collections::VecDeque;
use std::future::Future;

use crate::{Client, Error, Pagination};

const LONGEST_PAGE: u64 = 100;

/// Parameters of a query that returns pages.
pub trait Paged: Clone + Send {
    /// What the list holds.
    type Entry: Send;
    /// Which page to return.
    fn options(&mut self) -> &mut Option<Pagination>;
    /// What names the entry that a page follows.
    fn cursor(entry: &Self::Entry) -> &str;
    /// Requests the page.
    fn fetch(self, client: &Client) -> impl Future<Output = Result<Vec<Self::Entry>, Error>> + Send;
}

/// The entries of all pages, requested as they are read.
pub struct Pages<'a, P: Paged> {
    client: &'a Client,
    limit: u64,
    /// None after the last page.
    next: Option<P>,
    entries: VecDeque<P::Entry>,
}

impl<'a, P: Paged> Pages<'a, P> {
    pub(crate) fn new(client: &'a Client, mut params: P) -> Self {
        let options = params.options().get_or_insert_with(Pagination::new);
        let limit = options.limit.get_or_insert(LONGEST_PAGE.into()).0;
        Self {
            client,
            limit,
            next: Some(params),
            entries: VecDeque::new(),
        }
    }

    /// The next entry; None at the end, and after an error.
    pub async fn next(&mut self) -> Option<Result<P::Entry, Error>> {
        if self.entries.is_empty()
            && let Some(mut params) = self.next.take()
        {
            match params.clone().fetch(self.client).await {
                Ok(page) => self.entries = page.into(),
                Err(error) => return Some(Err(error)),
            }
            if self.entries.len() as u64 >= self.limit
                && let Some(last) = self.entries.back()
            {
                let page = Pagination::new().limit(self.limit).after(P::cursor(last));
                *params.options() = Some(page);
                self.next = Some(params);
            }
        }
        self.entries.pop_front().map(Ok)
    }

    /// All entries that are left.
    ///
    /// # Errors
    /// The first error of the query
    pub async fn collect(mut self) -> Result<Vec<P::Entry>, Error> {
        let mut all = Vec::new();
        while let Some(entry) = self.next().await {
            all.push(entry?);
        }
        Ok(all)
    }
}
