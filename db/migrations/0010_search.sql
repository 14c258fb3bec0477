-- Search (OPEN-51, AIS-08, SEA-02, WIZ-31): one narrow row for every verified lawyer, with what searches filter and sort
-- by. Only the triggers below write it, so that code that changes a lawyer need not know it. Unverified lawyers and
-- deleted accounts are not in it.
create table lawyer_listing (
  id uuid primary key references lawyer_profiles (id) on delete cascade,
  -- Smaller comes first: the plan's rank, then the average with one decimal (AIS-12).
  grade integer not null,
  -- Smaller comes first among equals: the number of reviews, then the years of experience.
  tie bigint not null,
  -- Folded: searched by part, and the order A–Z.
  name text collate "C" not null,
  specialties text[] not null,
  commune text,
  -- Whole years.
  experience integer not null,
  -- Chilean pesos for a consultation.
  price integer not null
);

create function listing_grade(plan text, rating_sum integer, rating_count integer) returns integer
  language sql stable parallel safe
  return -100 * (select rank from plans where id = plan)
    - coalesce(round(10.0 * rating_sum / nullif(rating_count, 0)), 0)::integer;

create function listing_tie(rating_count integer, experience integer) returns bigint
  language sql immutable parallel safe
  return -(rating_count::bigint * 1000 + coalesce(experience, 0));

-- Where price ceilings are cut, so that an index finds those below.
create function listing_price_steps() returns integer[]
  language sql immutable parallel safe
  return array[0, 5000, 10000, 15000, 20000, 25000, 30000, 35000, 40000, 45000, 50000, 60000, 70000, 80000, 90000,
    100000, 120000, 150000, 200000, 300000, 500000, 1000000, 100000000];

-- What a lawyer is found by, as words of one index: specialties, commune, years, prices, and the one to three letters in
-- a row of the name's words (`listingMarks` of src/capabilities/search/rules.ts asks for them). The cost is high on
-- purpose: the marks are read from the index, never computed for a row.
create function listing_marks(name text, specialties text[], commune text, experience integer, price integer)
  returns text[] language sql immutable parallel safe cost 100000
  begin atomic
    select array(
      select 's' || one from unnest(specialties) as s (one)
      union
      select 'c' || commune where commune is not null
      union
      select 'e' || years from unnest(array[1, 3, 5, 10]) as e (years) where years <= experience
      union
      select 'p' || step from unnest(listing_price_steps()) as p (step) where step >= price
      union
      select 'n' || substr(word, at, length) from regexp_split_to_table(name, ' +') as w (word),
        generate_series(1, 3) as g (length), generate_series(1, char_length(word) - length + 1) as a (at)
    );
  end;

-- Walked from the best on (OPEN-51); what is filtered by stands in it.
create index lawyer_listing_in_order on lawyer_listing (grade, tie, name, id)
  include (commune, experience, price, specialties);
-- The same for recommendations, whose order is shorter (OPEN-48).
create index lawyer_listing_recommended on lawyer_listing (grade, name, id) include (commune, specialties);
-- For filters that match few lawyers. No pending list (fastupdate): every search would read all of it.
create index lawyer_listing_marks on lawyer_listing
  using gin (listing_marks(name, specialties, commune, experience, price)) with (fastupdate = off);

create function list_lawyer() returns trigger language plpgsql as $$
declare
  known_as text;
begin
  if not new.is_verified then
    delete from lawyer_listing where id = new.id;
    return null;
  end if;
  -- The name is held before the listing, as by whoever changes it: nobody misses the other, nobody waits in a circle.
  select name into known_as from profiles where id = new.id for no key update;
  insert into lawyer_listing as l (id, grade, tie, name, specialties, commune, experience, price) values (
    new.id, listing_grade(new.plan, new.rating_sum, new.rating_count), listing_tie(new.rating_count, new.experience),
    folded(known_as), new.specialties, new.address_commune, coalesce(new.experience, 0), new.price
  )
  on conflict (id) do update set
    grade = excluded.grade, tie = excluded.tie, name = excluded.name, specialties = excluded.specialties,
    commune = excluded.commune, experience = excluded.experience, price = excluded.price
  where (l.grade, l.tie, l.name, l.specialties, l.commune, l.experience, l.price) is distinct from (
    excluded.grade, excluded.tie, excluded.name, excluded.specialties, excluded.commune, excluded.experience,
    excluded.price
  );
  return null;
end $$;

create trigger list_lawyer
  after insert or update of is_verified, plan, rating_sum, rating_count, experience, specialties, address_commune, price
  on lawyer_profiles for each row execute function list_lawyer();

create function list_name() returns trigger language plpgsql as $$
begin
  update lawyer_listing set name = folded(new.name) where id = new.id;
  return null;
end $$;

create trigger list_name after update of name on profiles
  for each row when (old.name is distinct from new.name and new.role = 'lawyer') execute function list_name();

-- The lawyers that are verified already.
insert into lawyer_listing (id, grade, tie, name, specialties, commune, experience, price)
  select l.id, listing_grade(l.plan, l.rating_sum, l.rating_count), listing_tie(l.rating_count, l.experience),
    folded(p.name), l.specialties, l.address_commune, coalesce(l.experience, 0), l.price
  from lawyer_profiles l join profiles p on p.id = l.id where l.is_verified;
