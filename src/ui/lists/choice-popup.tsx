import { Check } from 'lucide-react'
import { Popup } from '../overlays/popup.tsx'
import { Highlighted } from './highlighted.tsx'
import { ListBox } from './list-box.tsx'
import type { List } from './use-list.ts'

interface ChoicePopupProps {
  list: List
  label: string
  value: string | null | undefined
  emptyText: string
  onChoose(value: string): void
  /** The user pressed elsewhere. */
  onLeave(): void
}

/** The popup of a field for one choice. */
export function ChoicePopup({ list, label, value, emptyText, onChoose, onLeave }: ChoicePopupProps) {
  if (!list.open) return null
  return (
    <Popup anchor={list.anchor} onLeave={onLeave} wide>
      <ListBox
        id={list.id}
        label={label}
        options={list.shown}
        active={list.active}
        onActive={list.setActive}
        onChoose={onChoose}
        isChosen={(option) => option === value}
        emptyText={emptyText}
      >
        {(option) => (
          <>
            <span className="min-w-0 flex-1">
              <Highlighted text={option.label} query={list.query} />
            </span>
            {option.value === value && <Check aria-hidden="true" className="size-4.25 text-primary-ink" />}
          </>
        )}
      </ListBox>
    </Popup>
  )
}
