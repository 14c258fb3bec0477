import { Lock, Scale, UserRound } from 'lucide-react'
import { useState } from 'react'
import { Checkbox } from '../fields/checkbox.tsx'
import { ChoiceCards } from '../fields/choice-cards.tsx'
import { DateField } from '../fields/date-field.tsx'
import { NumberField } from '../fields/number-field.tsx'
import { OtpField } from '../fields/otp-field.tsx'
import { PasswordField } from '../fields/password-field.tsx'
import { PhoneField } from '../fields/phone-field.tsx'
import { RadioGroup } from '../fields/radio-group.tsx'
import { RatingField } from '../fields/rating-field.tsx'
import { Slider } from '../fields/slider.tsx'
import { TextArea } from '../fields/text-area.tsx'
import { TextField } from '../fields/text-field.tsx'
import { GalleryGroup, LiveFields, Sample } from './gallery-frame.tsx'
import { experience } from './gallery-options.ts'

const story =
  'Asesoro a arrendadores y arrendatarios en Santiago: contratos, término anticipado, rentas impagas y devolución de garantías. Respondo el mismo día.'

export function GalleryFields() {
  const [zoom, setZoom] = useState(1.5)
  const [role, setRole] = useState<'client' | 'lawyer'>('client')
  return (
    <GalleryGroup id="campos" title="Campos">
      <Sample title="Texto">
        <TextField label="Nombre completo" defaultValue="Camila Rojas Fuentes" />
        <TextField label="RUT" defaultValue="12.345.678-4" error="RUT inválido." />
        <TextField label="Departamento" optional placeholder="Por ejemplo, 502" />
        <TextField
          label="Correo electrónico"
          readOnly
          defaultValue="camila.rojas@correo.cl"
          end={<Lock aria-hidden="true" className="size-4.25" />}
        />
        <TextField label="Calle" disabled defaultValue="No se puede escribir" />
        <PasswordField label="Contraseña" autoComplete="new-password" hint="Al menos 6 caracteres." />
      </Sample>
      <Sample title="Varias líneas">
        <TextArea label="Descripción" hint="Es lo primero que leerá un cliente." defaultValue={story} />
        <TextArea label="Cuéntanos tu problema" limit={1000} defaultValue={story} />
        <TextArea label="Comentario" limit={60} defaultValue={story} error="El comentario es muy largo." />
        <TextArea label="Motivo" disabled defaultValue="No se puede escribir" rows={2} />
      </Sample>
      <Sample title="Números, teléfono y fecha">
        <LiveFields
          of={NumberField}
          samples={[
            { label: 'Precio por consulta', prefix: '$', suffix: 'CLP', step: 1000, value: 35_000 },
            { label: 'Años de experiencia', suffix: 'años', max: 70, value: null },
            { label: 'Año de titulación', year: true, value: null, error: 'El año es obligatorio.' },
            { label: 'Honorarios', prefix: '$', disabled: true, value: 380_000 },
          ]}
        />
        <Slider
          label="Acercar"
          min={1}
          max={3}
          step={0.1}
          value={zoom}
          valueText={`${zoom.toFixed(1).replace('.', ',')}×`}
          onChange={setZoom}
        />
        <LiveFields
          of={PhoneField}
          samples={[
            { label: 'Teléfono', value: '1234567', error: 'Teléfono inválido.' },
            { label: 'Teléfono alternativo', optional: true, disabled: true, value: '' },
          ]}
        />
        <DateField label="Fecha de nacimiento" autoComplete="bday" max="2008-11-21" />
        <DateField label="Plazo" defaultValue="2026-12-15" error="Elige un día que no haya pasado." />
        <DateField label="Inicio" disabled defaultValue="2026-11-21" />
      </Sample>
      <Sample title="Código del correo">
        <LiveFields
          of={OtpField}
          samples={[
            { label: 'Código de verificación', hint: 'Seis dígitos, como llegaron a tu correo.', value: '' },
            { label: 'Código con error', value: '123456', error: 'El código es incorrecto.' },
            { label: 'Código apagado', disabled: true, value: '123' },
          ]}
        />
      </Sample>
      <Sample title="Casillas">
        <Checkbox label="Acoso laboral" defaultChecked />
        <Checkbox label="Divorcio" hint="También de mutuo acuerdo." />
        <Checkbox label="Una obligatoria" error="Debes aceptar los términos." />
        <Checkbox label="Apagada" disabled />
        <Checkbox label="Apagada y marcada" disabled defaultChecked />
      </Sample>
      <Sample title="Opciones">
        <LiveFields
          of={RadioGroup}
          samples={[
            { label: 'Experiencia en filas', options: experience, value: '3' },
            { label: 'Experiencia que falta', options: experience, value: '', error: 'Elige una.' },
            { label: 'Experiencia', look: 'pills', options: experience, value: '3' },
            { label: 'Apagada', look: 'pills', disabled: true, options: experience, value: '1' },
          ]}
        />
      </Sample>
      <Sample title="Valoración">
        <LiveFields
          of={RatingField}
          samples={[
            { label: 'Tu valoración', value: 0 },
            { label: 'Valoración dada', value: 4 },
            { label: 'Falta la valoración', value: null, error: 'Elige de 1 a 5 estrellas.' },
            { label: 'Valoración apagada', disabled: true, value: 3 },
          ]}
        />
      </Sample>
      <Sample title="Tarjetas para elegir">
        <ChoiceCards
          legend="¿Cómo quieres unirte?"
          value={role}
          onChange={setRole}
          choices={[
            { value: 'client', title: 'Cliente', text: 'Busco ayuda legal.', icon: <UserRound /> },
            { value: 'lawyer', title: 'Abogado', text: 'Ofrezco mis servicios.', icon: <Scale /> },
          ]}
        />
      </Sample>
    </GalleryGroup>
  )
}
