import { formatPhone } from '../../../chile/phone.ts'
import { formatRut } from '../../../chile/rut.ts'
import { QUALITIES } from '../desk-schema.ts'
import type { DeskAsker } from '../schema.ts'
import { Fact } from './request-facts.tsx'

const shownDatum = ({ datum_kind, datum }: DeskAsker) =>
  ({ email: datum, rut: formatRut(datum), phone: formatPhone(datum) })[datum_kind]

/** DAT-23: who asks without an account, and which datum is to be found. */
export const DeskFacts = ({ asker }: { asker: DeskAsker }) => (
  <>
    <Fact name="Nombre">{asker.name}</Fact>
    <Fact name="Pide">{QUALITIES[asker.quality]}</Fact>
    <Fact name="Dato que se busca">{shownDatum(asker)}</Fact>
  </>
)
