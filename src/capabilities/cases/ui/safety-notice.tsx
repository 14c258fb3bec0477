import { Notice } from '../../../ui/notice.tsx'
import { QuickExit } from '../../../ui/quick-exit.tsx'
import { SAFETY_NOTICE } from '../intake/questions.ts'

/** Where to call for who may be in danger, and the way out of the page (OPEN-21). @param onForget drops what was typed */
export function SafetyNotice({ onForget }: { onForget(): void }) {
  return (
    <Notice kind="accent" action={<QuickExit forget={onForget} />}>
      <SafetyText />
    </Notice>
  )
}

/** OPEN-21, word by word; on a phone each number calls. */
function SafetyText() {
  return (
    <p>
      {SAFETY_NOTICE.split(/(\b\d{3,4}\b)/).map((part) =>
        /^\d+$/.test(part) ? (
          <a key={part} href={`tel:${part}`} className="font-semibold whitespace-nowrap">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  )
}
