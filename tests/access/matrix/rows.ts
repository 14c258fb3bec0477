/** The rows of the access matrix (docs/design.md §5). */
import { type Actor, familyOf, GROUPS, type Group, WITHOUT_SESSION } from './actors.ts'
import type { World } from './world.ts'

/** One cell of the matrix: a request to send. */
export interface Cell {
  world: World
  actor: Actor
  /** One of the row's variants. */
  variant: string
  /** Account of the actor; for actors without a session, that of another visitor account. */
  userId: string
}

type ByActor<Answer> = Partial<Record<Actor | Group | 'others', Answer | Record<string, Answer>>>
/** Expected status by actor or group, and by variant. */
export type Answers = ByActor<number>
/** Expected status or redirect target. */
export type PageAnswers = ByActor<number | string>

export interface Row {
  /**
   * Variants of the request; OBJECT_VARIANTS if the operation names an object. One variant «default» if
   * omitted.
   */
  variants?: readonly string[]
  /** Creates the input of each request. */
  input?(cell: Cell): unknown
  /**
   * Status by actor, by group (the smallest group wins) or for `others`: a number for all variants, or one
   * for each variant, with `others` for the rest. Actors without a session get 401 unless `isPublic`.
   */
  answers: Answers
  /** Needs no session. */
  isPublic?: boolean
  /** DAT-35: allowed reads write one row of the audit log. */
  isLook?: boolean
  /** DAT-62: canaries of other people that a look may show. */
  shows?: readonly string[]
  /** Requests that succeed come from a new account like the actor, because they would change the actor. */
  freshActor?: boolean
  /** Slow: each request uses only one protocol, REST and RPC alternately. */
  hashesPassword?: boolean
  /** New accounts have just proved who they are (DAT-52); other actors' sessions have not. */
  proven?: boolean
  /** Why no request of the matrix can succeed, and which test has one that does. */
  succeedsIn?: string
}

/** Returns the expected answer for an actor and a variant. @throws when there is none */
export function lookUpAnswer<Answer extends number | string>(
  answers: ByActor<Answer>,
  actor: Actor,
  variant: string,
): Answer {
  const groups = (Object.keys(GROUPS) as Group[])
    .filter((group) => (GROUPS[group] as readonly Actor[]).includes(actor) && answers[group] !== undefined)
    .sort((a, b) => GROUPS[a].length - GROUPS[b].length)
  const answer = answers[actor] ?? (groups[0] && answers[groups[0]]) ?? answers.others
  // Actors without a family own nothing: every object is foreign to them.
  const effectiveVariant = variant === 'own' && !familyOf(actor) ? 'foreign' : variant
  const expected = typeof answer === 'object' ? (answer[effectiveVariant] ?? answer.others) : answer
  if (expected === undefined) throw new Error(`No answer for ${actor}, ${variant}`)
  return expected
}

/** The expected status of one cell. */
export const expectedOf = (row: Row, actor: Actor, variant: string): number =>
  !row.isPublic && WITHOUT_SESSION.includes(actor) ? 401 : lookUpAnswer(row.answers, actor, variant)

export const variantsOf = (row: Row): readonly string[] => row.variants ?? ['default']
