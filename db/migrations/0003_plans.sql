-- Plans of the specification (ENT-15, LIM-10, OPEN-24). The names and features are what a card shows.
create table plans (
  id text primary key check (id in ('gratis', 'basico', 'intermedio', 'avanzado')),
  name text not null unique check (length(name) between 1 and 40),
  -- Chilean pesos a month.
  price integer not null check (price >= 0),
  -- Credits a month.
  credits integer not null check (credits >= 0),
  -- The higher, the earlier in searches; a subscription to a lower one waits (OPEN-33).
  rank integer not null unique check (rank >= 0),
  features text[] not null check (cardinality(features) between 1 and 12)
);

insert into plans (id, name, price, credits, rank, features) values
  ('gratis', 'Gratis', 0, 0, 0, array[
    'Perfil público',
    'Los clientes pueden contactarte',
    'Gestión de causas aceptadas']),
  ('basico', 'Básico', 46000, 20, 1, array[
    'Todo lo del plan Gratis',
    '20 créditos al mes para contactar clientes',
    'Acceso al mercado de casos abiertos']),
  ('intermedio', 'Intermedio', 76500, 50, 2, array[
    'Todo lo del plan Básico',
    '50 créditos al mes para contactar clientes',
    'Soporte prioritario por correo']),
  ('avanzado', 'Avanzado', 145000, 100, 3, array[
    'Todo lo del plan Intermedio',
    '100 créditos al mes para contactar clientes',
    'Perfil destacado en las búsquedas',
    'Sello "Perfil Destacado"']);

alter table lawyer_profiles drop constraint lawyer_profiles_plan_check;
alter table lawyer_profiles add foreign key (plan) references plans (id);
