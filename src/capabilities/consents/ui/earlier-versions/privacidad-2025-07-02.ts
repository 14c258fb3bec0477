/** The privacy policy until 27 November 2026, frozen: its hash is in the ledger of consents. */
export const TEXT = `# Política de Privacidad

Última actualización: 2 de julio de 2025

Quien busca ayuda legal cuenta cosas delicadas. Por eso reunimos solo los datos que hacen falta, los mostramos solo a quien corresponde y no los vendemos. Amparo es responsable de los datos personales que se tratan en la plataforma. Las secciones 1 a 5 se precisaron el 27 de noviembre de 2026.

# 1. Datos que recopilamos

Según el uso, tratamos:
- De toda cuenta: nombre, correo electrónico, contraseña (de la que guardamos solo una huella, que no permite leerla), rol y, si la subes, tu foto.
- De los abogados, además: RUT, fecha de nacimiento, teléfono, dirección, universidad y año de titulación, especialidades, años de experiencia, descripción, precio de la consulta y una copia del documento de identidad, para verificar quiénes son.
- De las causas: la especialidad, la comuna, tus respuestas y lo que agregues. Pueden incluir datos sensibles, como tu salud, tu vida familiar o hechos de violencia. Escribe solo lo necesario.
- De tu actividad: mensajes, propuestas, tareas, documentos de la causa y reseñas; los avisos que recibiste y cómo quieres recibirlos.
- Técnicos: la dirección IP, el tipo de navegador y registros del servicio, para mantenerlo seguro. Usamos una cookie de sesión y una de un minuto para mostrarte un aviso; ninguna de publicidad ni de seguimiento.

Lo que escribes en la búsqueda con inteligencia artificial, o para encontrar la especialidad de tu causa, se analiza en el momento y Amparo no lo guarda, salvo que publiques tu causa.

# 2. Uso de los datos

Usamos tus datos para:
- crear tu cuenta, reconocerte y cuidar su seguridad;
- verificar los antecedentes de los abogados;
- mostrarte abogados o casos que calzan con lo que buscas;
- hacer posible el chat, las propuestas y el trabajo en una causa;
- enviarte correos necesarios para el servicio, como códigos y enlaces, y avisos de tus causas, que puedes cambiar o terminar en «Preferencias de avisos»;
- atender tus consultas, prevenir abusos y cumplir la ley.

Los tratamos porque son necesarios para prestarte el servicio, porque la ley lo ordena o con tu consentimiento, que das con dos botones:
- «Registrarse»: Al registrarte aceptas los Términos y Condiciones y la Política de Privacidad.
- «Enviar y Buscar Abogados»: Al enviar tu causa consientes en que Amparo trate lo que escribiste, también si incluye datos sensibles, y lo muestre sin tu nombre a abogados verificados con un plan.

Puedes retirarlo cuando quieras: con «Eliminar causa» mientras espera abogado, y con «Eliminar cuenta» en tu perfil. Los mensajes no se pueden eliminar uno por uno. Para lo demás, escríbenos. No usamos tus conversaciones ni tus documentos para publicidad.

# 3. Con quién compartimos
- Con la otra parte de un chat o de una causa: tu nombre, tu foto y lo que escribes o subes ahí. Nadie más de la plataforma lee tus conversaciones; tampoco los administradores.
- Con los abogados suscritos: las causas abiertas se muestran sin el nombre del cliente a los abogados verificados que tienen un plan con acceso al mercado de casos. Ocultamos tu nombre y los RUT, teléfonos, correos, enlaces y direcciones que reconocemos en el título y la descripción. Puede fallar: no escribas ahí cómo ubicarte. Quien te escribe desde ahí ve tu nombre e inicial hasta que respondes.
- Con el público: el perfil profesional de los abogados verificados y las reseñas, con el nombre y la inicial de quien las escribe.
- Con nuestros proveedores: alojamiento, almacenamiento de archivos y envío de correos, solo para eso y bajo obligación de reserva.
- Con un modelo de lenguaje externo: lo que escribes en la búsqueda con inteligencia artificial se envía a un proveedor que lo analiza. Va sin tu nombre ni tu cuenta, y sin los datos de contacto que reconocemos; lo demás, tal como lo escribiste.
- Con autoridades: cuando una ley o una resolución judicial nos obliga.

No vendemos tus datos.

# 4. Seguridad

La información viaja cifrada y el servidor comprueba el acceso en cada consulta: una causa y sus documentos solo los ven sus partes. Los documentos de identidad son privados: los ven su dueño y el equipo que verifica, con enlaces que vencen, y cada vista del equipo queda registrada.

Guardamos tus datos mientras tengas tu cuenta. Al eliminarla, borramos tu acceso, tu perfil, tu foto, tus causas que esperan abogado y, si eres abogado, tu documento de identidad.

Después queda:
- Lo que compartiste en un chat o una causa, hasta que ambas partes se hayan ido. Apareces como «Usuario eliminado», pero el texto de tus mensajes, tu causa y tus documentos queda tal cual, también los datos de contacto que escribiste en ellos.
- Las reseñas que escribiste, sin tu nombre.
- Una huella con clave, que no permite leer el dato: de tu correo, si escribiste reseñas; de tu RUT, si eres abogado, con tus revisiones, las cifras de tus reseñas y tus créditos.
- El registro de lo que hizo el equipo y, hasta que se reemplazan, las copias de seguridad.

Si suspendemos tu cuenta, guardamos sus datos, pero no permite entrar ni se muestra.

Si una vulneración pudiera afectarte, te lo diremos y la contendremos.

# 5. Derechos ARCO

La Ley N° 19.628 sobre Protección de la Vida Privada te reconoce estos derechos sobre tus datos:
- Acceso: saber qué datos tuyos tenemos, de dónde vienen, para qué los usamos y a quién los comunicamos.
- Rectificación: corregir los que sean erróneos, inexactos o incompletos.
- Cancelación: pedir que los eliminemos.
- Oposición: pedir que no los usemos para un fin determinado.

Puedes hacer mucho en tu perfil: corregir tu nombre, cambiar tu contraseña y eliminar tu cuenta. Para lo demás, también para recibir una copia de tus datos, escríbenos a {correo de ayuda} desde el correo de tu cuenta, di qué derecho quieres ejercer y sobre qué datos. Es gratis. Si no respondemos dentro de dos días hábiles o no estás de acuerdo con la respuesta, puedes reclamar ante el juez de letras en lo civil.

# 6. Contacto

¿Necesitas ayuda? Escríbenos a {correo de ayuda}. Si cambiamos esta política, publicaremos aquí la nueva versión con su fecha y, si el cambio es importante, te avisaremos antes.`
