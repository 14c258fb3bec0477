import { expect, test } from 'vitest'
import { findingsOf, migrationFindings, statementsOf } from './migration-rules.ts'

test('F13 no migration removes anything that the previous release may still use', () => {
  expect(migrationFindings()).toEqual([])
})

test.each([
  'drop table chats',
  'drop table if exists chats',
  'alter table chats drop column last_message',
  'alter table only public.chats add column a int, rename column last_seq to newest',
  'alter table chats rename to talks',
  'alter table chats alter column last_seq type bigint',
  'alter table chats alter last_seq set data type bigint',
  'alter table chats alter column case_id set not null',
  'alter table chats alter column last_seq drop default',
  'alter table chats drop constraint chats_check',
  'alter table chats add column topic text not null',
  'alter table chats add column a text, add column topic text not null check (length(topic) > 0)',
  "alter type mood rename value 'a' to 'b'",
])('%s is found, unless annotated with a reason', (statement) => {
  expect(findingsOf('0099', `create table own (id int);\n${statement};`)).toHaveLength(1)
  expect(findingsOf('0099', `-- contract: nothing has read it since 0.4\n${statement};`)).toEqual([])
})

test.each([
  'alter table chats add column topic text',
  `alter table chats add column topic text not null default ''`,
  'alter table chats add column two bigint not null generated always as (last_seq * 2) stored',
  'alter table chats add constraint chats_topic check (topic is not null)',
  'create table own (id int not null); alter table own drop column id; drop table own',
  'drop index chats_by_case',
  '-- drop table chats\nselect 1',
  `comment on table chats is 'once; drop table chats'`,
  'create function f() returns int language plpgsql as $$ begin drop table chats; end $$',
])('%s is allowed', (statement) => {
  expect(findingsOf('0099', `${statement};`)).toEqual([])
})

test('splits a script into its statements', () => {
  const script = `-- one; two
    select ';'; create function f() returns int language sql begin atomic select case when true then 1 end; select 2; end;
    do $x$ begin perform 1; end $x$; select 3`
  expect(statementsOf(script)).toHaveLength(4)
})
