import { BriefcaseBusiness, Lock, UserRound } from 'lucide-react'
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
import { GalleryGroup, Sample } from './gallery-frame.tsx'
import { contracts, experience } from './gallery-options.ts'

const story =
  'Asesoro a arrendadores y arrendatarios en Santiago: contratos, término anticipado, rentas impagas y devolución de garantías. Respondo el mismo día.'

export function GalleryFields() {
  const [price, setPrice] = useState<number | null>(35_000)
  const [years, setYears] = useState<number | null>(null)
  const [zoom, setZoom] = useState(1.5)
  const [graduation, setGraduation] = useState<number | null>(null)
  const [phone, setPhone] = useState('12345678')
  const [code, setCode] = useState('')
  const [contract, setContract] = useState('indefinido')
  const [least, setLeast] = useState('3')
  const [rating, setRating] = useState(0)
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
        <TextArea
          label="Descripción"
          hint="Cuenta cómo trabajas. Es lo primero que leerá un cliente."
          defaultValue={story}
        />
        <TextArea label="Cuéntanos tu problema" limit={1000} defaultValue={story} />
        <TextArea
          label="Comentario"
          limit={60}
          defaultValue={story.slice(0, 70)}
          error="El comentario es muy largo."
        />
        <TextArea label="Motivo" disabled defaultValue="No se puede escribir" rows={2} />
      </Sample>
      <Sample title="Números, teléfono y fecha">
        <NumberField
          label="Precio por consulta"
          prefix="$"
          suffix="CLP"
          step={1000}
          value={price}
          onChange={setPrice}
        />
        <NumberField label="Años de experiencia" suffix="años" max={70} value={years} onChange={setYears} />
        <NumberField
          label="Año de titulación"
          year
          min={1950}
          max={2026}
          placeholder="Por ejemplo, 2015"
          value={graduation}
          onChange={setGraduation}
          error={graduation === null ? 'El año de titulación es obligatorio.' : undefined}
        />
        <NumberField label="Honorarios" prefix="$" disabled value={380_000} onChange={() => {}} />
        <Slider
          label="Acercar"
          min={1}
          max={3}
          step={0.1}
          value={zoom}
          valueText={`${zoom.toFixed(1).replace('.', ',')}×`}
          onChange={setZoom}
        />
        <PhoneField
          label="Teléfono"
          value={phone}
          onChange={setPhone}
          error={phone.length < 8 ? 'Teléfono inválido.' : undefined}
        />
        <PhoneField label="Teléfono alternativo" optional disabled value="" onChange={() => {}} />
        <DateField label="Fecha de nacimiento" autoComplete="bday" max="2008-11-21" />
        <DateField label="Plazo" defaultValue="2026-12-15" error="Elige un día que no haya pasado." />
        <DateField label="Inicio" disabled defaultValue="2026-11-21" />
      </Sample>
      <Sample title="Código del correo">
        <OtpField
          label="Código de verificación"
          hint="Seis dígitos, como llegaron a tu correo."
          value={code}
          onChange={setCode}
        />
        <OtpField
          label="Código con error"
          value="123456"
          onChange={() => {}}
          error="El código de verificación es incorrecto o ha expirado."
        />
        <OtpField label="Código apagado" disabled value="123" onChange={() => {}} />
      </Sample>
      <Sample title="Casillas">
        <Checkbox label="Acoso laboral" defaultChecked />
        <Checkbox label="Divorcio" hint="También de mutuo acuerdo." />
        <Checkbox
          label={
            <>
              Acepto los <a href="#campos">Términos y Condiciones</a> y la Política de Privacidad, que leí y
              entendí completas
            </>
          }
          error="Debes aceptar los términos."
        />
        <Checkbox label="Apagada" disabled />
        <Checkbox label="Apagada y marcada" disabled defaultChecked />
      </Sample>
      <Sample title="Opciones">
        <RadioGroup
          label="¿Tenías contrato de trabajo escrito?"
          options={contracts}
          value={contract}
          onChange={setContract}
        />
        <RadioGroup
          label="¿Firmaste finiquito?"
          options={[
            { value: 'si', label: 'Sí', text: 'Con o sin reserva de derechos.' },
            { value: 'no', label: 'No', disabled: true },
          ]}
          value=""
          onChange={() => {}}
          error="Responde esta pregunta para continuar."
        />
        <RadioGroup look="pills" label="Experiencia" options={experience} value={least} onChange={setLeast} />
        <RadioGroup
          look="pills"
          label="Experiencia apagada"
          disabled
          options={experience}
          value="1"
          onChange={() => {}}
        />
      </Sample>
      <Sample title="Valoración">
        <RatingField label="Tu valoración" value={rating} onChange={setRating} />
        <RatingField label="Valoración dada" value={4} onChange={() => {}} />
        <RatingField
          label="Falta la valoración"
          value={null}
          onChange={() => {}}
          error="Elige de 1 a 5 estrellas."
        />
        <RatingField label="Valoración apagada" disabled value={3} onChange={() => {}} />
      </Sample>
      <Sample title="Tarjetas para elegir">
        <ChoiceCards
          legend="¿Cómo quieres unirte?"
          legendHidden={false}
          value={role}
          onChange={setRole}
          choices={[
            {
              value: 'client',
              title: 'Cliente',
              text: 'Busco ayuda con un problema legal.',
              icon: <UserRound />,
            },
            {
              value: 'lawyer',
              title: 'Abogado',
              text: 'Ofrezco mis servicios.',
              icon: <BriefcaseBusiness />,
            },
          ]}
        />
      </Sample>
    </GalleryGroup>
  )
}
