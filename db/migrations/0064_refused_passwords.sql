-- DAT-54: the password that «No fui yo» made useless. It may not be chosen again; a new one clears it.
alter table account add column refused_password text;
