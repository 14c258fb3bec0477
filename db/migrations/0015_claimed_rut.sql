-- A RUT is unique among lawyers under review or verified, not among all who once typed it: a profile that was returned
-- keeps its number, but does not block it for others.
-- contract: the release before says the same in its words; where it meets a taken number it answers with a fault.
alter table lawyer_profiles drop constraint lawyer_profiles_rut_key;
create unique index lawyer_profiles_rut_key on lawyer_profiles (rut)
  where verification_status in ('admin_pending', 'verified');
