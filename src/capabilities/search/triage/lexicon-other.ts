/** What a case of class Otro is about, by the profile specialty that treats it. Form as in lexicon-family.ts. */
export const OTHER: Record<string, string> = {
  'Indemnización de perjuicios':
    'indemniz* | perjuicio* | daño moral | daños y perjuicios | responsabilidad extracontractual | demandar por daños | daños | demandar al fisco | me mordio | mordio | mordida | perro | perra | se cayo el arbol | choco mi | atropell* mi | quemadura* | negligencia | responsabilidad | incendio | se incendio | caida en | me cai en | hoyo en la vereda | evento en la calle | hoyo | vereda | supermercado | metro',
  'Testamentos y donaciones': 'testament* | donacion | donar | dejar mi casa | dejar todo arreglado',
  'Regularización de títulos de dominio':
    'bienes nacionales | sanear | saneamiento | regularizar el terreno | regularizar titulo | #2695 | titulo de dominio | sin titulo',
  'Copropiedad y comunidades':
    'copropiedad | condominio | comite de administracion | gastos comunes | asamblea de copropietarios | administrador del edificio | administracion del edificio | edificio | reglamento de copropiedad | conserj* | #21442 | #19537 | estacionamiento | comunidad | copropietari*',
  'Servidumbres y deslindes':
    'servidumbre* | deslinde* | camino vecinal | derecho de paso | cerco | corrio el cerco | corrieron el cerco | derechos de agua | aguas | canal | regante* | dga | paso por mi terreno | medianer* | acceso a mi | cerr* el camino | porton en el camino | pozo | apr | comunidad de aguas | junta de vigilancia',
  'Interdicción y curadurías': 'interdic* | interdict* | curador* | declarar interdicto | curaduri*',
  'Filiación y paternidad':
    'filiacion | paternidad | adn | reconoc* a mi | reconocimiento de | impugn* | cambio de apellido | cambiar* el apellido | cambiarme el apellido | rectific* | partida de nacimiento',
  Adopción: 'adopt* | adopcion',
  'Compensación económica y régimen de bienes':
    'compensacion economica | sociedad conyugal | separacion de bienes | bien familiar | regimen de bienes | gananciales',
  'Tutela de derechos fundamentales':
    'tutela | derechos fundamentales | practicas antisindicales | sindicat* | negociacion colectiva | huelga | discriminacion',
  'Accidentes del trabajo':
    'accidente del trabajo | accidente de trabajo | accidente laboral | accidente de trayecto | enfermedad profesional | mutual | achs | #16744 | silicosis | me cai en la pega | arnes',
  'Defensa penal':
    'formaliz* | imputad* | detenid* | control de detencion | prision preventiva | preventiva | preso | presa | carcel | fiscal | fiscalia | juicio oral | defensor* public* | defensor* | penalista | acusad* | acusan de | me acusan | penal | delito | robo | hurto | porte de arma | arma | portonazo | homicidio | condena* | suspension condicional | salida alternativa | gendarmeria | libertad condicional | libertad vigilada | receptacion | manejo en estado | estado de ebriedad | ebriedad | curado manej* | manej* curad* | manej* borrach* | manej* con copete | manej* con trago | manej* tomad* | alcoholemia | alcotest | allanamiento | allanaron | pdi | orden de detencion | firma mensual | citacion de la fiscalia | declarar como | lesiones | microtrafico | pena | beneficios intrapenitenciarios | reinsercion | cumpliendo condena | vandal* | desorden* | barricada*',
  'Querellas y víctimas de delitos':
    'querell* | victima* | me asaltaron | asalt* | robaron | me robaron | violacion | agresion | apuñal* | amenazas de muerte | amenaz* | funa | funaron | funa* | injuria* | calumnia* | difam* | honra | fotos intimas | balead* | balazo | portonazo | homicidio | abuso sexual | extorsion | secuestr* | denunci* a carabineros | la fiscalia archivo | archivo provisional',
  'Ley de drogas':
    'drog* | microtrafico | trafico | cannabis | marihuana | plantas | cultivo | #20000 | ley 20000 | pasta base | cocaina | autocultivo | planta de',
  'Eliminación de antecedentes penales':
    'antecedentes | eliminar antecedentes | borrar antecedentes | limpiar mis papeles | papel de antecedentes | omision de antecedentes | certificado de antecedentes | papeles manchados | hoja de vida del conductor | limpiar los papeles | limpiar mis antecedentes | papeles sucios',
  'Constitución de sociedades':
    'constituir | constitucion de | empresa en un dia | formar una empresa | abrir una empresa | crear una empresa | formar una sociedad | hacer una spa | spa | eirl | inicio de actividades | formalizar mi | abrir una spa',
  'Insolvencia y reemprendimiento':
    'quiebra | insolvencia | superir | liquidacion | reorganizacion | renegociacion | #20720 | reemprend*',
  'Marcas y propiedad intelectual':
    'marca | marcas | inapi | propiedad intelectual | derechos de autor | derecho de autor | plagi* | copiaron | patente de invencion | patentar | logo | registrar mi | mi cancion | mi libro | mi diseño | copyright | piratea*',
  'Asesoría tributaria a empresas':
    'sii | impuesto* | iva | impuestos internos | contribucion* | tributari* | renta | operacion renta | f29 | facturas falsas | citacion del sii | tasacion del sii | devolucion de impuesto* | factura electronica | aduana* | contador* | bloqueo del sii | giros del sii',
  'Reclamos ante SERNAC':
    'sernac | consumidor* | reclamo | aerolinea | vuelo | latam | sky | jetsmart | maleta | overbook* | cancelaron el vuelo | empresa de telefono | entel | movistar | wom | claro | vtr | enel | cge | esval | essbio | aguas andinas | boleta de la luz | boleta de agua | compañia | isp | internet | plan | cobro del agua | cuenta del agua | cuenta de la luz | publicidad engañosa | gimnasio | #19496 | autopista | tag | seguro* | aseguradora | corredora de seguro*',
  'Garantía legal y productos defectuosos':
    'garantia legal | producto | productos | defectuos* | salio mal* | fallad* | falla | servicio tecnico | cambio del producto | lavadora | refrigerador | celular | notebook | televisor | tele | zapatillas | electrodomestico* | no quieren cambiar* | ticket de cambio | colchon | horno | aspiradora | computador | concesionari*',
  'Cobros indebidos y fraudes bancarios':
    'cobro indebido | me cobran | cobraron de mas | cobro de mas | doble cobro | comision* | seguro que no contrate | cargo* no reconocid* | desconozco | #20009 | compras que no hice | comisiones',
  'Compras en línea y derecho a retracto':
    'compra online | compre por internet | compra por internet | retracto | no llego el pedido | pedido | despacho | mercado libre | mercadolibre | aliexpress | shein | temu | ecommerce | tienda online | delivery',
  'Infracciones de tránsito':
    'licencia de conducir | exceso de velocidad | infraccion* | fotomulta* | foto radar | camara | restriccion vehicular | multa* de transito | parte empadronado | parte* | luz roja | suspension de licencia | suspend* la licencia | cotas | permiso de circulacion | revision tecnica | tag impago | multa* tag | corral municipal | juzgado de policia | policia local | jpl | patente del auto | clase b | alcohol al volante',
  'Accidentes de tránsito':
    'choque | choco | chocaron | choc* | colision | atropell* | accidente de transito | accidente automovil* | volc* | soap | alcance | se dio a la fuga | sin seguro | me chocaron | bicicleta | ciclista | parachoque* | micro | bus interurbano | impacto',
  'Conflictos vecinales':
    'vecin* | ruido* | ruidos molestos | musica fuerte | musica | perro* del vecino | ladr* | fiesta* | olores | humo | basura | pandereta | muro | arbol del vecino | raices | ramas | me tapa | gallo | gallinas | carrete* | junta de vecinos | medianero | filtracion del vecino | ampli* encima',
  'Multas y partes municipales':
    'multa* | municipal | municipio | municipalidad | patente municipal | patente comercial | clausur* | inspector* municipal* | juzgado de policia local | vendedor ambulante | permiso municipal | comercio ambulante | dom | direccion de obras | permiso de edificacion | feria libre | puesto en la feria | decomis* | carro de completos | derechos de aseo',
  'Migración y extranjería':
    'visa* | migra* | inmigra* | extranjer* | residencia temporal | residencia definitiva | permanencia definitiva | permanencia | regularizar mi situacion | expuls* | expulsion | reconduccion | refugi* | asilo | nacionaliz* | carta de nacionalizacion | paso no habilitado | trocha | cedula vencida | carnet vencido | rut provisorio | sermig | servicio nacional de migraciones | prohibicion de ingreso | reunificacion familiar | #21325 | estampado | apostill* | convalid* | turista | pasaporte | venezolan* | haitian* | colombian* | peruan* | bolivian* | consulado | frontera | deport* | orden de abandono | visa rechazada | visado',
  'Derecho administrativo':
    'contraloria | sumario | sumario administrativo | estatuto administrativo | recurso de proteccion | municipalidad | concurso publico | transparencia | funcionario publico | fisco | estado | subsidio | registro social de hogares | rsh | beca | junaeb | becas | mineduc | superintendencia | colegio | expuls* del colegio | cancelacion de matricula | cancelaron la matricula | serviu | ministerio | servicio publico | licitacion publica | mercado publico | compin de invalidez | discapacidad | credencial | pgu | ips | pension de invalidez | pension de gracia | pension basica | titulo profesional | universidad | junta de vecinos | elecciones | servel | sag | conaf | sernapesca | seremi | medio ambiente | evaluacion ambiental | sea | sma | antena | concesion maritima | pesca | indigena | conadi | carabinero* | ejercito | ffaa | fuerzas armadas | registro civil | ley lafkenche | minera | superintendencia de educacion | exonerad* | rettig | valech | derechos humanos | nombre social | identidad de genero | cambio de nombre | cambiarme el nombre',
  'Salud y negligencias médicas':
    'negligencia medica | mala praxis | negligencia | operaron mal | opero mal | me dejaron mal | mal operad* | error medico | cirugia plastica | cirugia estetica | cirujano | dentista | dental | implante* | clinica | hospital | urgencia | ges | auge | lista de espera | ges no cumpl* | infeccion | parto | cesarea | diagnostico equivocado | mal diagnostic* | gasa | medico se equivoco | isapre no cubre | preexisten* | plan de isapre | adecuacion | excedentes | tabla de factores | me niega la cobertura | no me cubre | cobertura | medicamento* | ricarte soto | cenabast | posta | consultorio | cesfam | muela | botox | lipo*',
}

/** What somebody wants of a lawyer, and how far they are: same for every matter. */
export const INTENT: Record<string, string> = {
  lookingFor:
    'busco | necesito abogad* | necesito un abogad* | abogad* | ando buscando | alguien que | quiero un abogad* | recomien*',
  defend:
    'me demand* | me notific* | me lleg* | me denunci* | me cit* | citacion | contestar la demanda | defender* | me acus* | audiencia | nos demand*',
  sue: 'demandar | demando | lo demando | puedo demandar | quiero demandar | denunciar | querellarme',
  past: 'hace años | ya termin* | ya lo resolvi | eso ya | ya esta arreglado | en su momento | ya no me importa | no me molesta | no es el problema | no es eso | no es por eso | no peleo | ahi todo bien | todo bien con | eso lo arreglamos | no hay problema | al dia con | ya esta listo | eso ya esta | no discut* | no alego | no es por la plata | el tema es | el problema es | lo que quiero | lo que necesito | mi problema es | lo que me | pero lo que | la cosa es | el hoyo es | el asunto es | lo unico',
  notThat: 'no es | no quiero | no busco | no me interesa | no tiene que ver | no se trata',
}
