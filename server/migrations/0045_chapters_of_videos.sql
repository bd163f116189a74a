-- Chapters of a video: [{"second": 12, "questionId": "…"}, …], which finding is shown from which second on. They come with the
-- announcement of the upload and are read only as a whole, so they lie beside their upload and then beside their video.
alter table uploads add column chapters json;
alter table videos add column chapters json;
