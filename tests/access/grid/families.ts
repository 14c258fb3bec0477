/** What a cell names: an object of the asker's family, of another family, of another kind, or none. */
import { randomUUID } from 'node:crypto'
import { familyOf } from './actors.ts'
import type { Cell } from './rows.ts'
import type { Family } from './world.ts'

/** The asker's; the first for whoever has none. */
export const ownFamily = ({ who, world }: Cell): Family => world.families[familyOf(who) ?? 'a']
/** Somebody else's, whoever asks. */
export const foreignFamily = ({ who, world }: Cell): Family =>
  world.families[familyOf(who) === 'b' ? 'a' : 'b']

type Kind =
  | 'chatId'
  | 'messageId'
  | 'proposalId'
  | 'acceptedId'
  | 'caseId'
  | 'openCaseId'
  | 'reviewId'
  | 'taskId'
  | 'documentId'

/** @param other what the id is of when it is to be of another kind */
export function idOf(cell: Cell, kind: Kind, other: Kind = kind === 'caseId' ? 'chatId' : 'caseId'): string {
  if (cell.what === 'own') return ownFamily(cell)[kind]
  if (cell.what === 'foreign') return foreignFamily(cell)[kind]
  return cell.what === 'mismatch' ? ownFamily(cell)[other] : randomUUID()
}
