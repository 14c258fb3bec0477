import { Combobox } from '../lists/combobox.tsx'
import { MultiSelect } from '../lists/multi-select.tsx'
import { Select } from '../lists/select.tsx'
import { GalleryGroup, LiveFields, Sample } from './gallery-frame.tsx'
import { communes, specialties, universities } from './gallery-options.ts'

const where = { options: communes, value: null }
const many = { options: specialties, emptyText: 'No se encontró la especialidad.' }
const filter = { look: 'summary' as const, options: communes, placeholder: 'Todas las comunas', value: [] }

export function GalleryLists() {
  return (
    <GalleryGroup id="listas" title="Listas">
      <Sample title="Lista corta">
        <LiveFields
          of={Select<string>}
          samples={[
            { label: 'Universidad', placeholder: 'Elige tu universidad', options: universities, value: '' },
            { label: 'Materia', options: specialties, value: 'Divorcio' },
            {
              label: 'Universidad que falta',
              options: universities,
              value: '',
              error: 'La universidad es obligatoria.',
            },
            {
              label: 'Universidad apagada',
              disabled: true,
              options: universities,
              value: 'Universidad de Chile',
            },
          ]}
        />
      </Sample>
      <Sample title="Lista con búsqueda">
        <LiveFields
          of={Combobox<string>}
          samples={[
            { label: 'Comuna', placeholder: 'Escribe tu comuna', options: communes, value: 'Maipú' },
            {
              label: 'Comuna del filtro',
              clearable: true,
              placeholder: 'Cualquiera',
              options: communes,
              value: 'Ñuñoa',
            },
            { ...many, label: 'Especialidad', placeholder: 'Cualquiera', value: null },
            { ...where, label: 'Comuna que falta', error: 'La comuna es obligatoria.' },
            { ...where, label: 'Comuna apagada', disabled: true, value: 'Maipú' },
            { ...where, label: 'Comuna sin región', hint: 'Elige primero la región.', options: [] },
          ]}
        />
      </Sample>
      <Sample title="Varias, con fichas">
        <LiveFields
          of={MultiSelect<string>}
          samples={[
            {
              ...many,
              label: 'Especialidades',
              value: ['Arriendo (conflictos)', 'Compensación económica y régimen de bienes'],
            },
            {
              ...many,
              label: 'Especialidades que faltan',
              placeholder: 'Escribe o elige',
              value: [],
              error: 'Debes seleccionar al menos una especialidad.',
            },
            { ...many, label: 'Especialidades apagadas', disabled: true, value: ['Divorcio'] },
          ]}
        />
      </Sample>
      <Sample title="Varias, en un filtro">
        <LiveFields
          of={MultiSelect<string>}
          samples={[
            {
              ...many,
              look: 'summary',
              label: 'Especialidades del filtro',
              placeholder: 'Todas las especialidades',
              value: ['Despido injustificado', 'Acoso laboral', 'Garantía legal', 'Divorcio'],
            },
            { ...filter, label: 'Comunas' },
            { ...filter, label: 'Comunas apagadas', disabled: true },
          ]}
        />
      </Sample>
    </GalleryGroup>
  )
}
