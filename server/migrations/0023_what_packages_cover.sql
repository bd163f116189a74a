-- Which findings the work of a package covers (I4), where its bindings do not say it: kept beside the document, which is the
-- DMS's own.
alter table packages add column covers text
  constraint packages_covers check (covers in ('axle', 'each', 'vehicle'));
