/** The annex on Ley 21.719 of 27 November 2026, frozen: its hash is in the ledger of consents. */
export const TEXT = `# Anexo: Ley N° 21.719

Anexo del 27 de noviembre de 2026

La Ley N° 21.719, publicada el 13 de diciembre de 2024, reforma la protección de los datos personales y crea la Agencia de Protección de Datos Personales. Rige desde el 1 de diciembre de 2026. Desde esa fecha, este anexo completa la política y reemplaza los plazos de la sección 5.

## Tus derechos

A los derechos de acceso, rectificación, supresión (antes, cancelación) y oposición se suman:
- Portabilidad: recibir, en un formato electrónico de uso común, los datos que nos entregaste y que tratamos de forma automatizada con tu consentimiento, o pedir que los enviemos a otro responsable cuando sea técnicamente posible. Se pide como dice la sección 5; no hay descarga automática.
- Bloqueo: pedir que suspendamos por un tiempo el tratamiento de tus datos mientras se resuelve tu solicitud de rectificación, supresión u oposición.

## Plazos
- Acusamos recibo de tu solicitud y la respondemos dentro de 30 días corridos. Podemos ampliar el plazo una vez, por hasta 30 días corridos más.
- La solicitud de bloqueo la respondemos dentro de 2 días hábiles.
- Si no accedemos, te diremos por qué. Puedes reclamar ante la Agencia de Protección de Datos Personales dentro de 30 días hábiles.
- Ejercer tus derechos es gratis. El acceso lo puedes pedir sin costo al menos cada tres meses.

## Decisiones automatizadas

La búsqueda inteligente lee tu texto para proponer una especialidad, una comuna, una experiencia y un precio, y te dice qué palabras consideró. Tú puedes cambiar cada filtro. El orden de los resultados sigue los criterios de los Términos y Condiciones. Ninguna de las dos cosas decide por ti ni produce efectos jurídicos. La verificación de un abogado siempre la hace una persona. Si crees que una sugerencia automática te perjudica, puedes pedir una explicación y que una persona la revise.

## Datos sensibles y menores de edad

Los datos sensibles que incluyas en tu causa los tratamos con tu consentimiento expreso, que das al presionar «Enviar y Buscar Abogados» o al enviarlos en un chat, y en cuanto sean necesarios para la defensa de un derecho. Los datos de niños y niñas menores de 14 años solo puede entregarlos quien los representa.

## Vulneraciones de seguridad

Si una vulneración pone en riesgo tus derechos, la informaremos a la Agencia sin dilaciones indebidas. Si afecta datos sensibles, datos de menores de 14 años o datos económicos o financieros, también te avisaremos a ti, en palabras claras.`
