import type { EntryKind } from '../../cases/schema.ts'
import type { Entry } from '../schema.ts'

type EntryFacts = Pick<Entry, 'is_mine' | 'actor' | 'detail'>

const firstName = (name: string) => name.split(' ', 1)[0] ?? name

/** A sentence about the reader («Cerraste…»), about somebody by first name («Camila cerró…»), or about neither. */
const by =
  (mine: string, other: string, withoutActor: string) =>
  ({ is_mine, actor }: EntryFacts) =>
    is_mine ? mine : actor === null ? withoutActor : `${firstName(actor)} ${other}`

/** The same, about something with a name, which ends the sentence. */
const byOn = (mine: string, other: string, withoutActor: string) => (entry: EntryFacts) =>
  `${by(mine, other, withoutActor)(entry)} «${entry.detail ?? ''}».`

/** SEG-03: the sentence of each kind of entry. */
const ENTRY_TEXTS: Record<EntryKind, (facts: EntryFacts) => string> = {
  published: by('Publicaste la causa.', 'publicó la causa.', 'La causa fue publicada.'),
  saved: by(
    'Guardaste la causa sin publicarla.',
    'guardó la causa sin publicarla.',
    'La causa fue guardada sin publicarla.',
  ),
  'put-on-market': by(
    'Publicaste la causa en el mercado.',
    'publicó la causa en el mercado.',
    'La causa fue publicada en el mercado.',
  ),
  'taken-off-market': by(
    'Sacaste la causa del mercado.',
    'sacó la causa del mercado.',
    'La causa salió del mercado.',
  ),
  accepted: by('Aceptaste la propuesta.', 'aceptó la propuesta.', 'La propuesta fue aceptada.'),
  'in-progress': by(
    'Pasaste la causa a «en progreso».',
    'pasó la causa a «en progreso».',
    'La causa pasó a «en progreso».',
  ),
  finished: by('Cerraste la causa.', 'cerró la causa.', 'La causa terminó.'),
  'client-left': () => 'El cliente eliminó su cuenta.',
  'lawyer-left': () => 'El abogado eliminó su cuenta.',
  'task-done': byOn('Marcaste como hecha', 'marcó como hecha', 'Quedó hecha'),
  'documents-requested': (entry) =>
    `${by('Pediste', 'pidió', 'Se pidieron')(entry)} documentos (${entry.detail ?? ''}).`,
  'document-delivered': byOn('Entregaste', 'entregó', 'Se entregó'),
  'document-accepted': byOn('Aceptaste', 'aceptó', 'Se aceptó'),
  'document-returned': byOn('Devolviste para corregir', 'devolvió para corregir', 'Se devolvió'),
  'document-missing': byOn('Dijiste que no tienes', 'dijo que no tiene', 'El cliente no tiene'),
  edited: by('Editaste la causa.', 'editó la causa.', 'La causa fue editada.'),
  renamed: by(
    'Cambiaste el nombre de la causa.',
    'cambió el nombre de la causa.',
    'La causa cambió de nombre.',
  ),
  withdrawn: by('Retiraste la causa.', 'retiró la causa.', 'La causa fue retirada.'),
  republished: by(
    'Publicaste la causa de nuevo.',
    'publicó la causa de nuevo.',
    'La causa fue publicada de nuevo.',
  ),
  objected: by(
    'No estuviste de acuerdo con el cierre.',
    'no estuvo de acuerdo con el cierre.',
    'El cliente no estuvo de acuerdo con el cierre.',
  ),
  'reopening-requested': by(
    'Pediste la reapertura.',
    'pidió la reapertura.',
    'El cliente pidió la reapertura.',
  ),
  'reopening-declined': by(
    'Respondiste que no reabrirás la causa.',
    'respondió que no reabrirá la causa.',
    'El abogado respondió que no reabrirá la causa.',
  ),
  reopened: by('Reabriste la causa.', 'reabrió la causa.', 'La causa fue reabierta.'),
  'update-published': by(
    'Publicaste una novedad.',
    'publicó una novedad.',
    'Usuario eliminado publicó una novedad.',
  ),
  'update-requested': by(
    'Pediste una novedad.',
    'pidió una novedad.',
    'Usuario eliminado pidió una novedad.',
  ),
}

export const entryText = (entry: Entry): string => ENTRY_TEXTS[entry.kind](entry)
