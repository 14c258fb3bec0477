import { Award, BadgeCheck, Ellipsis, FolderOpen, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button, ButtonLink } from '../actions/button.tsx'
import { IconButton } from '../actions/icon-button.tsx'
import { TextLink } from '../actions/text-link.tsx'
import { Avatar } from '../display/avatar.tsx'
import { Badge, CountBadge } from '../display/badge.tsx'
import { Chip, ChipList, FilterChip } from '../display/chips.tsx'
import { Stars } from '../display/stars.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import { Notice } from '../feedback/notice.tsx'
import { SkeletonRows } from '../feedback/skeleton.tsx'
import { LoadingIndicator, Spinner } from '../feedback/spinner.tsx'
import { toast } from '../feedback/toast.ts'
import type { ToastInput } from '../feedback/toast-store.ts'
import { Card, CardHead, SunkenBox } from '../layout/card.tsx'
import { GalleryGroup, Row, Sample } from './gallery-frame.tsx'

const long =
  'Negociación colectiva y defensa de derechos fundamentales de las trabajadoras y los trabajadores'

const toasts: Record<string, ToastInput> = {
  Éxito: { kind: 'success', title: '¡Suscripción exitosa!', text: 'Tu plan Básico está activo.' },
  Error: { kind: 'error', title: 'Error al enviar', text: 'No hay conexión.' },
  Aviso: { kind: 'info', text: 'Hay una versión nueva.' },
  'Con acción': {
    kind: 'success',
    title: 'Chat iniciado',
    text: 'Usaste 1 crédito.',
    action: { label: 'Deshacer', run: () => toast({ kind: 'info', text: 'Deshecho.' }) },
  },
}

/** The ornaments, which Amparo brings, are drawn on the dark band and below the surfaces. */
export function GalleryBasics({ bandOrnament, mark }: { bandOrnament: ReactNode; mark: ReactNode }) {
  const [pending, setPending] = useState(false)
  return (
    <GalleryGroup id="basicos" title="Lo básico">
      <Sample title="Tipografía">
        <p className="font-serif text-display">Sin complicaciones</p>
        <p className="font-serif text-h1">Panel de Abogado</p>
        <p className="font-serif text-h2">¿Por qué elegirnos?</p>
        <p className="font-serif text-h3">Publica tu caso en 1 minuto</p>
        <p className="font-serif text-h4">Propuesta de honorarios</p>
        <p className="text-lead text-muted">Conversa en privado con abogados verificados.</p>
        <p>
          Texto de lectura de 16 sobre 26 px, con <a href="#basicos">un enlace</a>.
        </p>
        <p className="text-small text-muted">Texto secundario de 14 px</p>
        <p className="figure text-h1">$380.000</p>
      </Sample>
      <Sample title="Botones (pasa por encima y recorre con Tab)">
        <Row>
          <Button variant="primary">Aceptar propuesta</Button>
          <Button>Rechazar</Button>
          <Button variant="quiet">Cancelar</Button>
        </Row>
        <Row>
          <Button variant="tonal">Iniciar Chat</Button>
          <Button disabled>Plan actual</Button>
          <Button pending>Guardar</Button>
          <Button variant="primary" pending={pending} onClick={() => setPending(true)}>
            Enviar
          </Button>
        </Row>
        <Row>
          <Button variant="danger">
            <Trash2 aria-hidden="true" className="size-4.5" />
            Eliminar cuenta
          </Button>
          <Button variant="danger-solid">Eliminar</Button>
          <IconButton label="Más" icon={<Ellipsis aria-hidden="true" className="size-5" />} />
        </Row>
        <Row>
          <Button variant="primary" size="lg">
            Comenzar Ahora
          </Button>
          <ButtonLink to="/" size="sm">
            Ver Perfil
          </ButtonLink>
          <TextLink to="/">Buscar Abogados</TextLink>
        </Row>
        <div className="rounded-xl bg-band px-12 pt-10 pb-6 text-on-band">
          {bandOrnament}
          <Button variant="band">Buscar con IA</Button>
        </div>
      </Sample>
      <Sample title="Insignias, fichas y estrellas">
        <Row>
          <Badge tone="verified" icon={<BadgeCheck aria-hidden="true" />}>
            Perfil Verificado
          </Badge>
          <Badge tone="gold" icon={<Award aria-hidden="true" />}>
            Destacado
          </Badge>
          <Badge tone="accent">Pendiente</Badge>
          <Badge tone="danger">Rechazada</Badge>
          <Badge>Editada</Badge>
          <Badge caps tone="primary">
            INGRESADO
          </Badge>
        </Row>
        <Row>
          <CountBadge value={3} label="mensajes sin leer" />
          <CountBadge calm value={120} label="casos" />
        </Row>
        <ChipList>
          <Chip>Arriendo (conflictos)</Chip>
          <Chip small>Acoso laboral</Chip>
          <Chip small>{long}</Chip>
        </ChipList>
        <ChipList label="Filtros">
          <FilterChip label="Maipú" onRemove={() => toast({ kind: 'info', text: 'Filtro quitado.' })} />
          <FilterChip label="3+ años" onRemove={() => {}} />
          <FilterChip label={long} onRemove={() => {}} />
        </ChipList>
        <Row>
          <Stars average={4.7} count={18} />
          <Stars average={4.5} count={2} />
          <Stars average={0} count={0} />
          <Stars average={3} />
        </Row>
        <Row>
          <Avatar size={28} name="Javiera Contreras" />
          <Avatar size={36} name="Rodrigo Fuentealba" />
          <Avatar name="Camila Araya" />
          <Avatar size={64} name="Tomás Echeverría" />
          <Avatar name="" />
          <Avatar size={112} name="Paula Soto" />
        </Row>
      </Sample>
      <Sample title="Avisos">
        <Notice>Por ahora no se realiza ningún cobro.</Notice>
        <Notice kind="accent">Te quedan pocos créditos.</Notice>
        <Notice kind="danger" title="Formulario incompleto" action={<Button size="sm">Reintentar</Button>}>
          Revisa los campos marcados antes de continuar.
        </Notice>
        <Row>
          {Object.entries(toasts).map(([name, input]) => (
            <Button key={name} onClick={() => toast(input)}>
              {name}
            </Button>
          ))}
        </Row>
      </Sample>
      <Sample title="Superficies y vacío">
        <Card flush>
          <CardHead title="Tus causas" end={<Badge>0</Badge>} />
          <EmptyState
            icon={<FolderOpen />}
            level="h3"
            title="No tienes causas activas"
            text="Busca un abogado de tu comuna y conversa con él en privado."
            action={<Button variant="primary">Buscar Abogados con IA</Button>}
          />
        </Card>
        <SunkenBox>Un lugar para lo que se dice y no se hace.</SunkenBox>
        {mark}
      </Sample>
      <Sample title="Carga">
        <SkeletonRows />
        <Row>
          <Spinner />
        </Row>
        <LoadingIndicator />
      </Sample>
    </GalleryGroup>
  )
}
