/**
 * Ids of the objects that matrix cells name: of the actor's family, another family, another kind, or none.
 */
import { randomUUID } from 'node:crypto'
import { familyOf } from './actors.ts'
import type { Cell } from './rows.ts'
import type { Family } from './world.ts'

/** The family of the actor, or the first one for actors without a family. */
export const ownFamily = ({ actor, world }: Cell): Family => world.families[familyOf(actor) ?? 'a']
/** A family that is not the actor's. */
export const foreignFamily = ({ actor, world }: Cell): Family =>
  world.families[familyOf(actor) === 'b' ? 'a' : 'b']

type Kind =
  | 'chatId'
  | 'messageId'
  | 'proposalId'
  | 'acceptedId'
  | 'caseId'
  | 'openCaseId'
  | 'reviewId'
  | 'taskId'
  | 'itemId'
  | 'updateId'
  | 'documentId'

/** @param other the kind of object for the variant `mismatch` */
export function idOf(cell: Cell, kind: Kind, other: Kind = kind === 'caseId' ? 'chatId' : 'caseId'): string {
  if (cell.variant === 'own') return ownFamily(cell)[kind]
  if (cell.variant === 'foreign') return foreignFamily(cell)[kind]
  return cell.variant === 'mismatch' ? ownFamily(cell)[other] : randomUUID()
}
