import { useState } from 'react'
import { Combobox } from '../lists/combobox.tsx'
import { MultiSelect } from '../lists/multi-select.tsx'
import { Select } from '../lists/select.tsx'
import { GalleryGroup, Sample } from './gallery-frame.tsx'
import { communes, specialties, universities } from './gallery-options.ts'

export function GalleryLists() {
  const [university, setUniversity] = useState('')
  const [grouped, setGrouped] = useState<string | null>('Divorcio')
  const [commune, setCommune] = useState<string | null>('Maipú')
  const [filter, setFilter] = useState<string | null>('Ñuñoa')
  const [specialty, setSpecialty] = useState<string | null>(null)
  const [chosen, setChosen] = useState([
    'Arriendo (conflictos)',
    'Compensación económica y régimen de bienes',
  ])
  const [none, setNone] = useState<string[]>([])
  const [wanted, setWanted] = useState([
    'Despido injustificado',
    'Acoso laboral',
    'Garantía legal',
    'Divorcio',
  ])
  const [where, setWhere] = useState<string[]>([])
  return (
    <GalleryGroup id="listas" title="Listas">
      <Sample title="Lista corta">
        <Select
          label="Universidad"
          placeholder="Elige tu universidad"
          options={universities}
          value={university}
          onChange={setUniversity}
        />
        <Select label="Materia" options={specialties} value={grouped} onChange={setGrouped} />
        <Select
          label="Universidad que falta"
          options={universities}
          value=""
          onChange={() => {}}
          error="La universidad es obligatoria."
        />
        <Select
          label="Universidad apagada"
          disabled
          options={universities}
          value="Universidad de Chile"
          onChange={() => {}}
        />
      </Sample>
      <Sample title="Lista con búsqueda">
        <Combobox
          label="Comuna"
          placeholder="Escribe tu comuna"
          options={communes}
          value={commune}
          onChange={setCommune}
        />
        <Combobox
          label="Comuna del filtro"
          clearable
          placeholder="Cualquiera"
          options={communes}
          value={filter}
          onChange={setFilter}
        />
        <Combobox
          label="Especialidad"
          placeholder="Cualquiera"
          emptyText="No se encontró la especialidad."
          options={specialties}
          value={specialty}
          onChange={setSpecialty}
        />
        <Combobox
          label="Comuna que falta"
          options={communes}
          value={null}
          onChange={() => {}}
          error="La comuna es obligatoria."
        />
        <Combobox label="Comuna apagada" disabled options={communes} value="Maipú" onChange={() => {}} />
        <Combobox
          label="Comuna sin región"
          hint="Elige primero la región."
          options={[]}
          value={null}
          onChange={() => {}}
        />
      </Sample>
      <Sample title="Varias, con fichas">
        <MultiSelect
          label="Especialidades"
          emptyText="No se encontró la especialidad."
          options={specialties}
          value={chosen}
          onChange={setChosen}
        />
        <MultiSelect
          label="Especialidades que faltan"
          placeholder="Escribe o elige"
          emptyText="No se encontró la especialidad."
          options={specialties}
          value={none}
          onChange={setNone}
          error={none.length === 0 ? 'Debes seleccionar al menos una especialidad.' : undefined}
        />
        <MultiSelect
          label="Especialidades apagadas"
          disabled
          options={specialties}
          value={['Divorcio']}
          onChange={() => {}}
        />
      </Sample>
      <Sample title="Varias, en un filtro">
        <MultiSelect
          look="summary"
          label="Especialidades del filtro"
          placeholder="Todas las especialidades"
          emptyText="No se encontró la especialidad."
          options={specialties}
          value={wanted}
          onChange={setWanted}
        />
        <MultiSelect
          look="summary"
          label="Comunas"
          placeholder="Todas las comunas"
          options={communes}
          value={where}
          onChange={setWhere}
        />
        <MultiSelect
          look="summary"
          label="Comunas apagadas"
          disabled
          placeholder="Todas las comunas"
          options={communes}
          value={[]}
          onChange={() => {}}
        />
      </Sample>
    </GalleryGroup>
  )
}
