import { formatPhone } from '../../../chile/phone.ts'
import { formatRut } from '../../../chile/rut.ts'
import type { Visitor } from '../schema.ts'
import { QUALITIES } from '../visitor-schema.ts'
import { Fact } from './request-facts.tsx'

const shownDatum = ({ datum_kind, datum }: Visitor) =>
  ({ email: datum, rut: formatRut(datum), phone: formatPhone(datum) })[datum_kind]

/** DAT-23: who asks without an account, and which datum is to be found. */
export const VisitorFacts = ({ asker }: { asker: Visitor }) => (
  <>
    <Fact name="Nombre">{asker.name}</Fact>
    <Fact name="Pide">{QUALITIES[asker.quality]}</Fact>
    <Fact name="Dato que se busca">{shownDatum(asker)}</Fact>
  </>
)
