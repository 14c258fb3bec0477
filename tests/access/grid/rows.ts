/** What a row of the access matrix says (DESIGN §5, security §1). */
import { type Actor, familyOf, GROUPS, type Group, NOBODY } from './actors.ts'
import type { World } from './world.ts'

/** One request to be. */
export interface Cell {
  world: World
  who: Actor
  /** One of the row's cases. */
  what: string
  /** Account of whoever asks; a stranger's where nobody is signed in. */
  userId: string
}

type ByActor<Answer> = Partial<Record<Actor | Group | 'others', Answer | Record<string, Answer>>>
/** Status by actor, group and case. */
export type Answers = ByActor<number>
/** Status, or where one is sent. */
export type Places = ByActor<number | string>

export interface Row {
  /** What is asked about, in words; `OBJECTS` where the operation names an object. One case «as it is» unless given. */
  cases?: readonly string[]
  /** Made anew for each request. */
  input?(cell: Cell): unknown
  /**
   * Status by actor, by group of actors (the smaller group wins) or for all others; a number for every case, or one by
   * case, where `others` stands for the rest. Whoever has no session gets 401 unless `open`.
   */
  answers: Answers
  /** Also for whoever has no session. */
  open?: boolean
  /** Allowed cells are asked by somebody new who is as this actor, so that the actor stays as they are. */
  twin?: boolean
  /** A password is hashed: asked at one door, in turns. */
  costly?: boolean
}

/** What answers say of one actor and case. @throws when they say nothing */
export function answerFor<Answer extends number | string>(
  answers: ByActor<Answer>,
  who: Actor,
  what: string,
): Answer {
  const groups = (Object.keys(GROUPS) as Group[])
    .filter((group) => (GROUPS[group] as readonly Actor[]).includes(who) && answers[group] !== undefined)
    .sort((a, b) => GROUPS[a].length - GROUPS[b].length)
  const answer = answers[who] ?? (groups[0] && answers[groups[0]]) ?? answers.others
  // Nothing is their own: what an actor of a family owns is foreign to them.
  const seen = what === 'own' && !familyOf(who) ? 'foreign' : what
  const said = typeof answer === 'object' ? (answer[seen] ?? answer.others) : answer
  if (said === undefined) throw new Error(`No answer for ${who}, ${what}`)
  return said
}

/** What a row says of one cell. */
export const expectedOf = (row: Row, who: Actor, what: string): number =>
  !row.open && NOBODY.includes(who) ? 401 : answerFor(row.answers, who, what)

export const casesOf = (row: Row): readonly string[] => row.cases ?? ['as it is']
