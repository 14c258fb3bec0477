-- H-03: the name under the seal is one that an administrator has seen.
alter table profiles
  -- Of a verified lawyer: the name that was verified or confirmed since. The seal stands beside no other.
  add column verified_name text,
  add column name_changed_at timestamptz;
update profiles set verified_name = name where verification_status = 'verified';

-- «Nombres por confirmar», oldest first.
create index profiles_names_to_confirm on profiles (name_changed_at, id)
  where verification_status = 'verified' and verified_name is distinct from name;

-- A name as the eye reads it: letters of other scripts, digits and signs are the Latin letter they look like; «l» and «i» are one.
create function name_skeleton(text) returns text
  language sql immutable parallel safe strict
  return translate(folded(normalize($1, NFKD)), 'авсеіјкмнорѕтухԁһԛԝαβεηικμνορτυχωıɑɡłøđ0134578@$l', 'abceijkmhopstyxdhqwabenikmvoptuxwiagiodoieastbasi');
create index profiles_lawyers_alike on profiles (name_skeleton(name))
  where role = 'lawyer' and verification_status = 'verified';
