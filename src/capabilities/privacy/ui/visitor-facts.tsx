import { formatPhone } from '../../../chile/phone.ts'
import { formatRut } from '../../../chile/rut.ts'
import type { Visitor } from '../schema.ts'
import { QUALITIES } from '../visitor-schema.ts'
import { Fact } from './request-facts.tsx'

const shownDatum = ({ datum_kind, datum }: Visitor) =>
  ({ email: datum, rut: formatRut(datum), phone: formatPhone(datum) })[datum_kind]

/** DAT-23: who asks without an account, and which datum is to be found. */
export const VisitorFacts = ({ visitor }: { visitor: Visitor }) => (
  <>
    <Fact name="Nombre">{visitor.name}</Fact>
    <Fact name="Pide">{QUALITIES[visitor.quality]}</Fact>
    <Fact name="Dato que se busca">{shownDatum(visitor)}</Fact>
  </>
)
