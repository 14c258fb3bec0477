-- The index of marks in five, by the order of the list (docs/decisions/0020): what very many have is counted to 1,000 within
-- the first of them, and who comes first is in them too; one index was read through for all who have it. The version before
-- this one finds the same without it, slowly. The conditions stand in src/capabilities/search/store.server.ts word for word;
-- «+ 0» keeps the index of the order away from them: a part that the planner takes for empty would be read through that, and
-- marks be made row by row.
create index lawyer_listing_marks_0 on lawyer_listing
  using gin (listing_marks(name, specialties, commune, experience, price)) with (fastupdate = off)
  where grade + 0 <= -200;
create index lawyer_listing_marks_1 on lawyer_listing
  using gin (listing_marks(name, specialties, commune, experience, price)) with (fastupdate = off)
  where grade + 0 > -200 and grade + 0 <= -100;
create index lawyer_listing_marks_2 on lawyer_listing
  using gin (listing_marks(name, specialties, commune, experience, price)) with (fastupdate = off)
  where grade + 0 > -100 and grade + 0 < 0;
create index lawyer_listing_marks_3 on lawyer_listing
  using gin (listing_marks(name, specialties, commune, experience, price)) with (fastupdate = off)
  where grade + 0 >= 0 and tie + 0 <= -10;
create index lawyer_listing_marks_4 on lawyer_listing
  using gin (listing_marks(name, specialties, commune, experience, price)) with (fastupdate = off)
  where grade + 0 >= 0 and tie + 0 > -10;
drop index lawyer_listing_marks;
