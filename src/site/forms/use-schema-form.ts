import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'

/** A form that is validated with the schema of the server. */
export const useSchemaForm = <Values extends FieldValues>(
  schema: z.ZodMiniType<Values, Values>,
  defaultValues: DefaultValues<Values>,
) => useForm<Values>({ resolver: standardSchemaResolver(schema), defaultValues })
