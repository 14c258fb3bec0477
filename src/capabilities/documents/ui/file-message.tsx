import { Download, FileX, RotateCcw, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { failureOf } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { iconButtonClass } from '../../../ui/actions/button-style.ts'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { formatFileSize } from '../../../ui/fields/file-rules.ts'
import { classNames } from '../../../ui/theme/class-names.ts'
import { MESSAGES } from '../schema.ts'
import { FileLine } from './file-line.tsx'
import { useChatFiles } from './use-chat-files.ts'

const loadDialog = () => import('../../../site/forms/delete-dialog.tsx')

/** SEG-71: the file of a message, which opens in a new tab. Its sender can delete it. */
export function FileMessage({ chatId, id, isMine }: { chatId: string; id: string; isMine: boolean }) {
  const { query, remove, restore } = useChatFiles(chatId)
  const box = useRef<HTMLDivElement>(null)
  const dialog = useLazyDialog(loadDialog, (module) => module.DeleteDialog)
  const found = query.data?.files.find((one) => one.id === id)
  const undo = () =>
    void restore(id).then(
      () => toast({ kind: 'success', text: MESSAGES.restoredInChat }),
      (error: unknown) => toast({ kind: 'error', text: failureTextOf(failureOf(error)) }),
    )
  const file = found?.file
  return (
    <div
      ref={box}
      tabIndex={-1}
      className={classNames(
        'max-w-[min(26rem,88%)] min-w-55 rounded-[14px] border px-3 py-2 outline-none',
        isMine ? 'rounded-br-[4px]' : 'rounded-bl-[4px]',
        found && !file ? 'border-dashed border-line-strong text-muted' : 'border-line bg-surface',
      )}
    >
      {!found ? (
        // The message can arrive before the list of files.
        query.error && !query.isFetching ? (
          <div role="alert" className="flex min-h-11 flex-wrap items-center gap-2 text-ui">
            <span>No se pudo cargar el archivo.</span>
            <Button size="sm" onClick={() => void query.refetch()}>
              Reintentar
            </Button>
          </div>
        ) : (
          <div className="grid min-h-11 content-center">
            <span className="sr-only">Cargando el archivo…</span>
            <Skeleton className="h-5 w-40" />
          </div>
        )
      ) : file ? (
        <FileLine kind={file.kind}>
          <div className="min-w-0 flex-1">
            <a
              href={file.file_url}
              target="_blank"
              rel="noreferrer"
              className="font-semibold text-ink no-underline wrap-anywhere hover:underline"
            >
              {file.file_name}
              <span className="sr-only"> (se abre en otra pestaña)</span>
            </a>
            <p className="text-small text-muted tabular-nums">{formatFileSize(file.bytes)}</p>
          </div>
          {isMine ? (
            <IconButton
              label={`Eliminar ${file.file_name}`}
              icon={<Trash2 aria-hidden="true" className="size-4.5" />}
              onClick={dialog.show}
            />
          ) : (
            <a
              href={file.file_url}
              download={file.file_name}
              aria-label={`Descargar ${file.file_name}`}
              className={iconButtonClass('md')}
            >
              <Download aria-hidden="true" className="size-4.5" />
            </a>
          )}
        </FileLine>
      ) : (
        <p className="flex min-h-11 flex-wrap items-center gap-2 text-ui">
          <FileX aria-hidden="true" className="size-4.5" />
          <span>{MESSAGES.fileDeleted}</span>
          {isMine && found.can_restore && (
            <Button variant="quiet" size="sm" onClick={undo}>
              <RotateCcw aria-hidden="true" className="size-4" />
              Restaurar
            </Button>
          )}
        </p>
      )}
      {file &&
        dialog.render({
          title: '¿Eliminar el archivo?',
          description: `Nadie podrá abrir «${file.file_name}». Puedes restaurarlo durante 30 días.`,
          confirmText: 'Eliminar archivo',
          remove: () => remove(id),
          onDone: () =>
            toast({
              kind: 'success',
              text: MESSAGES.deletedInChat,
              action: { label: 'Deshacer', run: undo },
            }),
          finalFocus: box,
        })}
    </div>
  )
}
