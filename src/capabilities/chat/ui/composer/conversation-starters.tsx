import { Button } from '../../../../ui/actions/button.tsx'

const STARTERS = [
  ['Contar qué pasó', 'Hola. Necesito ayuda con esto: '],
  ['Preguntar por la consulta', 'Hola. ¿Cuánto cuesta la consulta y qué incluye?'],
  ['Preguntar qué necesito', 'Hola. ¿Qué documentos debo tener a mano para conversar sobre mi caso?'],
] as const

/** Suggested first messages for a client. Each fills the composer and sends nothing. */
export function ConversationStarters(props: { searchText: string; onUse(text: string): void }) {
  const { searchText, onUse } = props
  const starters = searchText ? [['Usar lo que busqué', searchText] as const, ...STARTERS] : STARTERS
  return (
    <ul aria-label="Cómo empezar" className="col-span-full flex gap-2 overflow-x-auto pb-1 md:flex-wrap">
      {starters.map(([label, text]) => (
        <li key={label} className="flex-none">
          <Button size="sm" variant="tonal" className="rounded-full" onClick={() => onUse(text)}>
            {label}
          </Button>
        </li>
      ))}
    </ul>
  )
}
