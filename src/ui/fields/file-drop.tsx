import { File as FileIcon, Upload, X } from 'lucide-react'
import { type DragEvent, type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { IconButton } from '../actions/icon-button.tsx'
import { classNames } from '../theme/class-names.ts'
import { Field, type FieldTextProps, splitFieldProps } from './field.tsx'
import { type FileRefusal, type FileRules, fileRefusal, formatFileSize } from './file-rules.ts'

export interface ChosenFile {
  name: string
  /** Bytes; omitted when only the server knows it. */
  size?: number | undefined
}

export interface FileDropProps extends FieldTextProps, FileRules {
  file: ChosenFile | null
  /** Called with a file that meets the rules. */
  onChoose: (file: File) => void
  /** Called with a file that does not; the caller shows the message. */
  onRefuse: (refusal: FileRefusal, file: File) => void
  /** Adds a ✕. */
  onRemove?: (() => void) | undefined
  /** Shown after the size: «cargado». */
  note?: string | undefined
  /** Icon of the chosen file, e.g. an identity card. */
  icon?: ReactNode
  /** URL of a thumbnail, shown instead of the icon. */
  preview?: string | undefined
  onBlur?: (() => void) | undefined
  id?: string | undefined
  /** Where a form puts the focus. */
  ref?: Ref<HTMLInputElement> | undefined
}

const lookOf = (over: boolean, error: boolean, full: boolean) => {
  if (over) return 'border-primary bg-primary-soft inset-ring inset-ring-primary'
  if (error) return 'border-danger bg-surface inset-ring inset-ring-danger'
  return full
    ? 'border-line-strong bg-surface'
    : 'border-dashed border-control bg-surface hover:border-ink/60'
}

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/** Input for one file: drop it, or press to choose. A native file input, so that it works by keyboard. */
export function FileDrop(props: FileDropProps) {
  const [field, own] = splitFieldProps(props)
  const { types, maxBytes, file, onChoose, onRefuse, onRemove, onBlur, ref } = own
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => input.current as HTMLInputElement, [])
  const [over, setOver] = useState(false)

  const accept = (given: File | undefined) => {
    if (!given) return
    const refusal = fileRefusal(given, { types, maxBytes })
    if (refusal) onRefuse(refusal, given)
    else onChoose(given)
  }
  const drag = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    accept(event.dataTransfer.files[0])
  }

  return (
    <Field {...field}>
      {(control) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the input does the same without dragging
        <div
          onDragEnter={drag}
          onDragOver={drag}
          onDragLeave={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
          }}
          onDrop={drop}
          className={classNames(
            'relative flex items-center rounded-m border',
            'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:-outline-offset-1 has-[input:focus-visible]:outline-primary',
            lookOf(over, Boolean(field.error), file !== null),
          )}
        >
          <input
            {...control}
            ref={input}
            type="file"
            accept={types.join(',')}
            onBlur={onBlur}
            onChange={(event) => {
              accept(event.target.files?.[0])
              // Otherwise choosing the same file again would fire no event.
              event.target.value = ''
            }}
            className="sr-only"
          />
          {file ? (
            <Chosen file={file} icon={own.icon} preview={own.preview} note={own.note} />
          ) : (
            <Empty over={over} onPress={() => input.current?.click()} />
          )}
          {file && (
            <span
              aria-hidden="true"
              onClick={() => input.current?.click()}
              className="mr-2 inline-flex min-h-11 cursor-pointer items-center rounded-[8px] px-3.25 text-small font-semibold text-primary-ink hover:bg-primary-soft"
            >
              Cambiar
            </span>
          )}
          {file && onRemove && (
            <IconButton
              label={`Quitar ${file.name}`}
              icon={<X aria-hidden="true" className="size-4.5" />}
              onClick={() => {
                onRemove()
                input.current?.focus()
              }}
              className="mr-1.5 -ml-1"
            />
          )}
        </div>
      )}
    </Field>
  )
}

function Empty({ over, onPress }: { over: boolean; onPress: () => void }) {
  return (
    // For the pointer only: keyboard and screen readers use the input.
    <span
      aria-hidden="true"
      onClick={onPress}
      className="flex min-h-19 flex-1 cursor-pointer items-center justify-center gap-3 px-4 py-4 text-ui"
    >
      <Upload className="size-5 text-primary-ink" />
      {over ? (
        <span className="font-semibold text-primary-ink">Suelta el archivo aquí</span>
      ) : (
        <span className="text-muted">
          <span className="font-semibold text-primary-ink underline underline-offset-3">
            Elige un archivo
          </span>
          <span className="max-md:pointer-coarse:hidden"> o arrástralo aquí</span>
        </span>
      )}
    </span>
  )
}

type ChosenProps = Pick<FileDropProps, 'icon' | 'preview' | 'note'> & { file: ChosenFile }

function Chosen({ file, icon = <FileIcon />, preview, note }: ChosenProps) {
  // Fall back to the icon when the preview is not a readable image.
  const [unreadable, setUnreadable] = useState<string>()
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3.5 px-4 py-3.5">
      <span
        aria-hidden="true"
        className="grid h-11 w-16 flex-none place-items-center overflow-clip rounded-s bg-tone-1 text-primary-ink [&>svg]:size-5.5 max-md:w-11"
      >
        {preview && preview !== unreadable ? (
          <img
            src={preview}
            alt=""
            onError={() => setUnreadable(preview)}
            className="size-full object-cover"
          />
        ) : (
          icon
        )}
      </span>
      <div className="min-w-0 flex-1">
        <b className="line-clamp-2 text-ui/5 wrap-anywhere md:line-clamp-1" title={file.name}>
          {file.name}
        </b>
        <span className="line-clamp-1 text-small text-muted wrap-anywhere tabular-nums">
          {[file.size !== undefined && formatFileSize(file.size), note].filter(Boolean).join(' · ')}
        </span>
      </div>
    </div>
  )
}
