-- The market (MKT-02): open cases, newest first. A page without filters, or with filters that much fits, walks the first
-- index; what it filters by stands in it, so that only the cases of the page are fetched.
create index cases_open_newest on cases (created_at desc, id desc) include (specialty, commune) where status = 'ingresado';
-- Filters that little fits: counted and found here.
create index cases_open_by_specialty on cases (specialty, commune, created_at desc, id desc) where status = 'ingresado';
create index cases_open_by_commune on cases (commune, created_at desc, id desc) where status = 'ingresado';

-- Colleagues (COL-03 to COL-08): verified lawyers by name, found by a part of it, by specialty and by place.
create extension if not exists pg_trgm;
create index profiles_lawyers_by_name on profiles (folded(name), id)
  where role = 'lawyer' and verification_status = 'verified';
create index profiles_lawyers_named on profiles using gin (folded(name) gin_trgm_ops)
  where role = 'lawyer' and verification_status = 'verified';
create index lawyer_profiles_by_specialty on lawyer_profiles using gin (specialties) where is_verified;
create index lawyer_profiles_by_location on lawyer_profiles (location) where is_verified;
