-- H-01: a review is public once its author's e-mail is confirmed, and counts while its author has an account.
alter table reviews
  -- When it became public; null: it waits for its author to confirm their e-mail.
  add column published_at timestamptz,
  -- Keyed digest of the e-mail of an author whose account is gone: the same address does not review the lawyer again.
  add column author_digest text check (author_digest ~ '^[0-9a-f]{64}$');
create index reviews_waiting on reviews (client_id) where published_at is null;
create unique index reviews_one_an_address on reviews (lawyer_id, author_digest);

update reviews r set published_at = created_at
where client_id is null or exists (select from "user" u where u.id = r.client_id and u."emailVerified");

update lawyer_profiles l set rating_sum = now.sum, rating_count = now.count
from (
  select lawyer_id, coalesce(sum(rating) filter (where published_at is not null and client_id is not null), 0)::integer as sum,
    count(*) filter (where published_at is not null and client_id is not null)::integer as count
  from reviews group by lawyer_id
) as now
where now.lawyer_id = l.id and (l.rating_sum, l.rating_count) <> (now.sum, now.count);
