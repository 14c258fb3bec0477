import { Combobox } from '../lists/combobox.tsx'
import { MultiSelect } from '../lists/multi-select.tsx'
import { Select } from '../lists/select.tsx'
import { GalleryGroup, LiveFields, Sample } from './gallery-frame.tsx'
import { communes, specialties, universities } from './gallery-options.ts'

const where = { options: communes, value: null }
const many = { options: specialties, emptyText: 'No se encontró la especialidad.' }
const chosen = ['Arriendo (conflictos)', 'Compensación económica y régimen de bienes']
const filter = { look: 'summary' as const, options: communes, placeholder: 'Todas las comunas', value: [] }

export function GalleryLists() {
  return (
    <GalleryGroup id="listas" title="Listas">
      <Sample title="Lista corta">
        <LiveFields
          of={Select}
          samples={[
            { label: 'Universidad', placeholder: 'Elige tu universidad', options: universities, value: '' },
            { label: 'Materia', options: specialties, value: 'Divorcio' },
            { label: 'Región que falta', options: [], value: '', error: 'La región es obligatoria.' },
            { label: 'Materia apagada', disabled: true, options: specialties, value: 'Divorcio' },
          ]}
        />
      </Sample>
      <Sample title="Lista con búsqueda">
        <LiveFields
          of={Combobox}
          samples={[
            { ...where, label: 'Comuna del filtro', clearable: true, value: 'Ñuñoa' },
            { ...many, label: 'Especialidad', placeholder: 'Cualquiera', value: null },
            { ...where, label: 'Comuna que falta', error: 'La comuna es obligatoria.' },
            { ...where, label: 'Comuna apagada', disabled: true, value: 'Maipú' },
            { ...where, label: 'Comuna sin región', hint: 'Elige primero la región.', options: [] },
          ]}
        />
      </Sample>
      <Sample title="Varias, con fichas">
        <LiveFields
          of={MultiSelect}
          samples={[
            { ...many, label: 'Especialidades', value: chosen },
            { ...many, label: 'Especialidades que faltan', value: [], error: 'Elige una especialidad.' },
            { ...many, label: 'Especialidades apagadas', disabled: true, value: ['Divorcio'] },
          ]}
        />
      </Sample>
      <Sample title="Varias, en un filtro">
        <LiveFields
          of={MultiSelect}
          samples={[
            { ...many, look: 'summary', label: 'Especialidades del filtro', value: chosen },
            { ...filter, label: 'Comunas' },
            { ...filter, label: 'Comunas apagadas', disabled: true },
          ]}
        />
      </Sample>
    </GalleryGroup>
  )
}
