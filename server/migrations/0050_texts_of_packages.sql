-- works with: 0037
-- What a package, its variants and its lines are called in other languages: a list of language, text and translation.

alter table packages add column texts json;
