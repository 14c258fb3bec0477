import { REPORT_REASONS, type ReportReason, RULES } from '../schema.ts'

/** DAT-73: what each rule forbids. */
const TEXTS: Readonly<Record<ReportReason, string>> = {
  suplantacion: 'Hacerte pasar por otra persona, o decir que eres abogada o abogado sin serlo.',
  amenazas: 'Amenazar, acosar, insistir cuando te pidieron parar, o presionar con el trabajo o la familia.',
  engano: 'Mentir sobre un servicio, cobrar por algo que no se hizo, o pedir pagos que no estaban acordados.',
  datos: 'Publicar o enviar datos personales de otra persona que no hacen falta para la causa.',
  discriminacion:
    'Atacar o tratar peor a alguien por lo que es: su origen, sexo, identidad, religión o salud.',
  sexual: 'Enviar contenido o propuestas sexuales que nadie pidió.',
  publicidad: 'Usar las conversaciones, los perfiles o las reseñas para ofrecer otra cosa.',
  otro: 'Cualquier otro uso que los Términos y Condiciones no permiten.',
}

/** DAT-73: the numbered rules, which a sanction names. */
export function RuleList() {
  return (
    <ol className="mt-4 grid gap-3">
      {RULES.map((reason, at) => (
        <li key={reason} className="grid grid-cols-[1.75rem_minmax(0,1fr)]">
          <span aria-hidden="true" className="font-semibold tabular-nums">
            {at + 1}.
          </span>
          <span>
            <b>{reason === 'otro' ? 'Otro uso no permitido' : REPORT_REASONS[reason]}.</b> {TEXTS[reason]}
          </span>
        </li>
      ))}
    </ol>
  )
}
