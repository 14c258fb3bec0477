import { QuickExit } from '../../../site/quick-exit.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { SAFETY_NOTICE } from '../intake/questions.ts'

/** OPEN-21: emergency numbers for people who may be in danger, and a quick exit that forgets the form. */
export function SafetyNotice({ onForget }: { onForget(): void }) {
  return (
    <Notice kind="accent" action={<QuickExit forget={onForget} />}>
      <p>
        {/* The exact text, with a link to call each number. */}
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
    </Notice>
  )
}
