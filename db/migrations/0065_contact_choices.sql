-- PLZ-70 to PLZ-73: how somebody can be written to and called without danger.
create table contact_choices (
  user_id uuid primary key references "user" (id) on delete cascade,
  mail text not null check (mail in ('normal', 'discreto', 'ninguno')),
  calls text check (calls in ('no', 'horario', 'si')),
  hours text check (octet_length(hours) <= 2000),
  note text check (octet_length(note) <= 8000),
  updated_at timestamptz not null default app_now(),
  check ((calls is not distinct from 'horario') = (hours is not null))
);
-- It takes the place of notice_settings.is_discreet (SEG-61), which no release writes from here on. Clients with a case of
-- one of these specialties who have chosen nothing are written to discreetly.
insert into contact_choices (user_id, mail)
select user_id, 'discreto' from notice_settings where is_discreet
union
select client_id, 'discreto' from cases
where specialty in ('Violencia intrafamiliar (VIF)', 'Medidas de protección (familia)') and client_id is not null
  and not exists (select from notice_settings s where s.user_id = cases.client_id);
