import { IdCard, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../actions/button.tsx'
import { Notice } from '../feedback/notice.tsx'
import { FormProgress, ProgressBar } from '../feedback/progress.tsx'
import { toast } from '../feedback/toast.ts'
import { type ChosenFile, FileDrop } from '../fields/file-drop.tsx'
import { PasswordField } from '../fields/password-field.tsx'
import { Stepper } from '../layout/stepper.tsx'
import { Tabs } from '../layout/tabs.tsx'
import { Combobox } from '../lists/combobox.tsx'
import { LoadMore } from '../lists/load-more.tsx'
import { ConfirmDialog } from '../overlays/confirm-dialog.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import { Menu } from '../overlays/menu.tsx'
import { GalleryGroup, Row, Sample } from './gallery-frame.tsx'
import { communes } from './gallery-options.ts'

const onboarding = ['Verificar Email', 'Información Profesional', 'Verificación', 'Listo']
const idCard = {
  types: ['.pdf', '.jpg', '.jpeg', '.png', 'application/pdf', 'image/jpeg', 'image/png'],
  maxBytes: 10_000_000,
}
const noop = () => {}
/** A FileDrop that only shows a state. */
const still = { ...idCard, file: null, onChoose: noop, onRefuse: noop }
const refused = {
  type: 'Solo se admiten archivos PDF, JPG o PNG.',
  size: 'El archivo no debe superar los 10MB.',
}

export function GalleryFlow() {
  const [tab, setTab] = useState<'tablero' | 'documentos' | 'propuesta' | 'chat'>('tablero')
  const [shown, setShown] = useState(2)
  const [loading, setLoading] = useState(false)
  const more = () => {
    setLoading(true)
    setTimeout(() => {
      setLoading(false)
      setShown((count) => count + 2)
    }, 600)
  }
  return (
    <GalleryGroup id="caminos" title="Caminos, archivos y diálogos">
      <Sample title="Pasos" wide>
        <Stepper label="Pasos para activar tu perfil" steps={onboarding} current={1} />
        <Stepper label="Pasos, al comienzo" steps={['Especialidad', 'Detalles', 'Resumen']} current={0} />
        <Stepper label="Pasos, al final" steps={['Especialidad', 'Detalles', 'Resumen']} current={3} />
      </Sample>
      <Sample title="Progreso">
        <ProgressBar label="Analizando tu solicitud con IA..." value={70} />
        <ProgressBar label="Preparando" />
        <FormProgress step={2} of={3} />
      </Sample>
      <Sample title="Pestañas">
        <Tabs
          label="Secciones de la causa"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'tablero', label: 'Tablero', panel: <p>8 tareas.</p> },
            { value: 'documentos', label: 'Documentos', count: 4, panel: <p>4 documentos.</p> },
            { value: 'propuesta', label: 'Propuesta', panel: <p>La propuesta.</p> },
            { value: 'chat', label: 'Chat', panel: <p>La conversación.</p> },
          ]}
        />
      </Sample>
      <Files />
      <Dialogs />
      <Sample title="Menú">
        <Row>
          <Menu
            label="Opciones de Revisar finiquito"
            sections={[
              {
                heading: 'Mover a…',
                items: [
                  { label: 'Por Analizar', onSelect: noop },
                  { label: 'En Desarrollo', disabled: true, onSelect: noop },
                ],
              },
              {
                items: [
                  { label: 'Cambiar nombre', icon: <Pencil aria-hidden="true" />, onSelect: noop },
                  { label: 'Eliminar', icon: <Trash2 aria-hidden="true" />, danger: true, onSelect: noop },
                ],
              },
            ]}
          />
          <Menu size="sm" label="Más opciones" sections={[{ items: [{ label: 'Una', onSelect: noop }] }]} />
          <Menu disabled label="Menú apagado" sections={[]} />
        </Row>
      </Sample>
      <Sample title="Cargar más">
        <ul className="divide-y divide-line border-y border-line">
          {Array.from({ length: shown }, (_, index) => `Caso ${index + 1}`).map((name) => (
            <li key={name} className="py-3">
              {name}
            </li>
          ))}
        </ul>
        <LoadMore
          query={{
            data: { isExpanded: shown > 2 },
            hasNextPage: shown < 6,
            isFetchingNextPage: loading,
            fetchNextPage: more,
          }}
          failed=""
          endText="Eso es todo."
        />
        <LoadMore
          query={{ data: {}, hasNextPage: true, isFetchNextPageError: true }}
          failed="No se pudieron cargar los casos."
        />
      </Sample>
    </GalleryGroup>
  )
}

function Files() {
  const [file, setFile] = useState<ChosenFile | null>(null)
  return (
    <Sample title="Archivos">
      <FileDrop
        {...idCard}
        label="Foto del carnet de identidad"
        hint="PDF, JPG o PNG de hasta 10 MB."
        icon={<IdCard />}
        file={file}
        note="cargado"
        onChoose={setFile}
        onRefuse={(refusal) => toast({ kind: 'error', title: 'Formato incorrecto', text: refused[refusal] })}
        onRemove={() => setFile(null)}
      />
      <FileDrop {...still} label="Carnet que falta" error="La foto del carnet es obligatoria." />
      <FileDrop
        {...still}
        label="Carnet elegido"
        icon={<IdCard />}
        file={{ name: 'carnet-tomas-echeverria-por-ambos-lados-escaneado.jpg', size: 2_400_000 }}
        note="cargado"
      />
    </Sample>
  )
}

function Dialogs() {
  const [open, setOpen] = useState<'accept' | 'delete' | 'filters'>()
  const [pending, setPending] = useState(false)
  const [password, setPassword] = useState('')
  const [commune, setCommune] = useState<string | null>(null)
  const close = () => setOpen(undefined)
  return (
    <Sample title="Diálogos">
      <Row>
        <Button onClick={() => setOpen('accept')}>Aceptar propuesta…</Button>
        <Button onClick={() => setOpen('filters')}>Filtros…</Button>
        <Button variant="danger" onClick={() => setOpen('delete')}>
          Eliminar cuenta…
        </Button>
      </Row>
      <ConfirmDialog
        open={open === 'accept'}
        onOpenChange={close}
        title="¿Aceptar esta propuesta?"
        confirmText="Aceptar propuesta"
        cancelText="Volver"
        onConfirm={close}
      >
        <Notice>Tu causa pasa a estado activo y las otras propuestas se rechazan.</Notice>
      </ConfirmDialog>
      <ConfirmDialog
        danger
        open={open === 'delete'}
        onOpenChange={close}
        title="¿Eliminar tu cuenta?"
        description="Se borrarán tus datos. Esta acción no se puede deshacer."
        confirmText="Eliminar cuenta"
        pending={pending}
        disabled={password === ''}
        onConfirm={() => {
          setPending(true)
          setTimeout(() => {
            setPending(false)
            close()
          }, 1500)
        }}
      >
        <PasswordField
          label="Tu contraseña"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </ConfirmDialog>
      <Dialog
        open={open === 'filters'}
        onOpenChange={close}
        title="Filtros"
        actions={
          <Button variant="primary" onClick={close}>
            Ver 4 abogados
          </Button>
        }
      >
        <Combobox clearable label="Comuna" options={communes} value={commune} onChange={setCommune} />
      </Dialog>
    </Sample>
  )
}
