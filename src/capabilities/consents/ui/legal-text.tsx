import { useRootData } from '../../../site/use-root-data.ts'

/** Marks of the frozen texts: a heading, a smaller one, an entry of a list. */
const MARKS = /^(#{1,2}|-) /

/** Shows a frozen text of `earlier-versions/`, with the present address for help. */
export function LegalText({ text }: { text: string }) {
  const address = useRootData()?.settings.supportEmail ?? ''
  const [title = '', ...blocks] = text.replaceAll('{correo de ayuda}', address).split(/\n\n/)
  return (
    <div className="mt-8 max-w-[42rem] [&_h2]:mt-10 [&_h3]:mt-7 [&_h3]:text-h4 [&_li]:pl-1 [&_p]:mt-4 [&_ul]:mt-4 [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-2.5 [&_ul]:pl-5.5">
      <h1>{title.replace(MARKS, '')}</h1>
      {blocks.map((block) => (
        <Block key={block.slice(0, 80)} lines={block.split('\n')} />
      ))}
    </div>
  )
}

function Block({ lines: [first = '', ...rest] }: { lines: string[] }) {
  const text = first.replace(MARKS, '')
  const isEntry = first.startsWith('- ')
  const entries = (isEntry ? [first, ...rest] : rest).map((line) => line.replace(MARKS, ''))
  return (
    <>
      {!isEntry &&
        (first.startsWith('## ') ? (
          <h3>{text}</h3>
        ) : first.startsWith('# ') ? (
          <h2>{text}</h2>
        ) : (
          <p>{text}</p>
        ))}
      {entries.length > 0 && (
        <ul>
          {entries.map((entry) => (
            <li key={entry.slice(0, 80)}>{entry}</li>
          ))}
        </ul>
      )}
    </>
  )
}
