/**
 * Other names for each commune, separated by ` | `: nicknames, abbreviations, towns, neighbourhoods. The
 * official names are in src/chile/regions.ts; spellings that fold.ts reads alike need no entry.
 */
export const COMMUNE_NICKNAMES: Record<string, string> = {
  Santiago:
    'santiago centro | santiasko | santiago de chile | barrio brasil | barrio yungay | barrio lastarria | barrio meiggs | meiggs | estacion mapocho | san diego con | plaza de armas de santiago | stgo ctro | metro santa lucia | barrio republica | parque ohiggins | franklin | persa biobio | plaza italia',
  'Estación Central': 'est central | estacion ctral | villa francia | las rejas | estacion central santiago',
  'Pedro Aguirre Cerda':
    'pac | p a c | aguirre cerda | la victoria pac | poblacion la victoria | lo valledor',
  'Puente Alto': 'pte alto | puente alto city | bajos de mena | puentealto | puente asalto',
  'La Florida': 'la flo | florida santiago | walker martinez | paradero 14 | la florida santiago',
  'Las Condes': 'condes | apoquindo | escuela militar | los dominicos | el golf | manquehue',
  Providencia: 'provi | manuel montt | barrio italia | pedro de valdivia norte',
  Ñuñoa: 'ñuñork | irarrazaval | plaza ñuñoa | plaza egaña',
  'San Bernardo': 'san bdo | san berna | lo herrera',
  'San Miguel': 'san mike | gran avenida',
  'San Joaquín': 'la legua | san joaco',
  'La Cisterna': 'cisterna',
  'La Pintana': 'pintana | el castillo la pintana | santo tomas la pintana',
  'La Granja': 'granja santiago',
  'Quinta Normal': 'qta normal | 5ta normal',
  Maipú: 'ciudad satelite | rinconada de maipu | la farfana | plaza de maipu | maipucity',
  Pudahuel: 'pudahuel sur | pudahuel norte | ciudad de los valles | lomas de lo aguirre | enea',
  Renca: 'renca la lleva',
  Peñalolén: 'peñalolen alto | lo hermida | peña lolen | san luis de macul',
  Macul: 'villa santa elena de macul',
  Quilicura: 'quili',
  Huechuraba: 'ciudad empresarial | la pincoya | pedro fontova',
  Recoleta: 'patronato | la vega central',
  Independencia: 'barrio independencia',
  'Lo Barnechea': 'la dehesa | barnechea | farellones | cerro dieciocho | el arrayan',
  'Lo Espejo': 'jose maria caro | la caro',
  'El Bosque': 'el bosque santiago',
  Colina: 'chicureo | piedra roja | las canteras colina | esmeralda colina',
  Lampa: 'batuco | valle grande | valle grande lampa | larapinta | estacion colina',
  Tiltil: 'til til | huertos familiares | rungue | polpaico',
  Buin: 'alto jahuel | maipo buin | viluco | linderos',
  Paine: 'champa | hospital paine | huelquen | pintue',
  'Calera de Tango': 'calera tango',
  'Isla de Maipo': 'la islita | isla maipo',
  'Padre Hurtado': 'pdre hurtado | santa rosa de chena',
  Peñaflor: 'malloco | miraflores peñaflor',
  'El Monte': 'el monte talagante | el paico',
  Melipilla: 'pomaire | bollenar | meli | culipran',
  'San José de Maipo': 'cajon del maipo | san jose del maipo | san alfonso | las vertientes',
  Valparaíso:
    'valpo | valpito | valpa | playa ancha | cerro alegre | placilla de peñuelas | placilla valparaiso | laguna verde valparaiso | curauma | cerro baron | rodelillo | placeres valparaiso | cerro placeres',
  'Viña del Mar':
    'viña | viña mar | reñaca | forestal viña | gomez carreño | achupallas | miraflores alto | recreo viña | santa ines viña | nueva aurora | glorias navales | viñita',
  Concón: 'con con | bosques de montemar',
  Quilpué: 'el belloto | belloto',
  'Villa Alemana': 'peñablanca | v alemana',
  Limache: 'limachito | san francisco de limache',
  Quillota: 'san pedro de quillota | boco',
  'La Calera': 'calera',
  Puchuncaví: 'las ventanas | maitencillo | horcon | la greda',
  Quintero: 'loncura | ritoque',
  'San Pedro': 'san pedro de melipilla',
  'San Antonio': 'llolleo | barrancas san antonio | san antonio puerto',
  'Los Andes': 'los andes ciudad | rio blanco',
  'Santo Domingo': 'rocas de santo domingo',
  'La Ligua': 'ligua',
  'Juan Fernández':
    'robinson crusoe | isla robinson crusoe | isla juan fernandez | archipielago juan fernandez | selkirk',
  'Isla de Pascua':
    'rapa nui | rapanui | hanga roa | isla pascua | iorana | tapati | te pito | mataveri | anakena',
  Zapallar: 'cachagua | catapilco',
  Concepción:
    'conce | barrio norte concepcion | lorenzo arenas | collao | palomares concepcion | puchacay | pedro de valdivia concepcion | udec | concecity',
  Talcahuano: 'thno | talcaguano | higueras | las higueras | tumbes | denavi sur',
  'San Pedro de la Paz':
    'san pedro conce | sanpe | boca sur | candelaria san pedro | andalue | huertos familiares san pedro | michaihue | spp | lomas coloradas',
  Hualpén: 'peñuelas hualpen',
  Chiguayante: 'chigua',
  Coronel: 'lagunillas coronel | schwager',
  Lota: 'lota alto | lota bajo',
  Tomé: 'dichato | bellavista tome',
  Penco: 'lirquen',
  'Los Ángeles': 'la laja los angeles | los angeles biobio | santa fe los angeles',
  Arauco: 'laraquete | carampangue | ramadillas | golfo de arauco',
  Cabrero: 'monte aguila',
  Yumbel: 'estacion yumbel',
  Cañete: 'cayucupil | antiquina',
  'Alto Biobío': 'alto bio bio | ralco | trapa trapa | queuco',
  Tirúa: 'isla mocha | quidico',
  Chillán: 'chillancito | termas de chillan | recinto',
  Cobquecura: 'buchupureo',
  Talca: 'talca paris y londres | la florida talca',
  Constitución: 'consti | conti maule',
  'San Javier': 'san javier de loncomilla',
  'San Clemente': 'san clemente maule | vilches',
  Licantén: 'iloca',
  Pelluhue: 'curanipe',
  Vichuquén: 'llico | lago vichuquen',
  Rancagua: 'rancahua',
  Machalí: 'coya',
  Rengo: 'rosario rengo',
  Mostazal: 'san francisco de mostazal | sn fco de mostazal',
  'San Vicente': 'san vicente de tagua tagua | tagua tagua',
  Pichilemu: 'cahuil | punta de lobos',
  Navidad: 'matanzas | la boca de rapel | puertecillo | rapel',
  'Las Cabras': 'lago rapel | el manzano las cabras',
  Marchigüe: 'marchihue',
  'San Fernando': 'sanfer',
  'Santa Cruz': 'santa cruz colchagua',
  Requínoa: 'los lirios requinoa | totihue',
  'La Serena': 'serena | las compañias | la antena',
  Coquimbo: 'tierras blancas | tongoy | guanaqueros | sindempart | peñuelas coquimbo | la herradura',
  Ovalle: 'la chimba ovalle | sotaqui',
  Vicuña: 'vicuña elqui | peralillo elqui | el tambo elqui',
  Paihuano: 'pisco elqui | montegrande | paiguano | horcon elqui',
  'Monte Patria': 'el palqui | chañaral alto | carén',
  'Los Vilos': 'pichidangui | caimanes',
  'La Higuera': 'punta de choros | los choros',
  Canela: 'canela baja | canela alta | huentelauquen',
  Copiapó: 'copayapu | paipote | bahia inglesa copiapo',
  Caldera: 'bahia inglesa',
  'Diego de Almagro': 'el salvador atacama | inca de oro | el salado | mineral el salvador',
  'Alto del Carmen': 'el transito | san felix',
  Huasco: 'carrizal bajo | huasco bajo',
  Antofagasta: 'antofa | antofalla | la chimba antofagasta | caleta coloso',
  Calama: 'chuquicamata | chuqui | chiu chiu | ayquina | caspana',
  'San Pedro de Atacama': 'san pedro atacama | toconao | peine | socaire | ayllu de solor',
  Taltal: 'paposo',
  'Sierra Gorda': 'baquedano',
  'María Elena': 'quillagua',
  Iquique: 'ike | iqq | cavancha | zofri',
  'Alto Hospicio': 'hospicio | la pampa alto hospicio | alto hospicio iquique | el boro',
  'Pozo Almonte': 'la tirana | mamiña ',
  Pica: 'matilla',
  Huara: 'pisagua | tarapaca pueblo',
  Arica: 'azapa | valle de azapa | san miguel de azapa | lluta | saucache',
  Putre: 'parinacota | chucuyo',
  'General Lagos': 'visviri',
  Camarones: 'codpa',
  Temuco: 'labranza | amanecer temuco | portal san francisco',
  'Padre Las Casas': 'pdre las casas | p las casas | plc',
  Villarrica: 'villa rica | lican ray | licanray | ñancul',
  Pucón: 'caburgua',
  Saavedra: 'puerto saavedra | puerto dominguez',
  'Teodoro Schmidt': 'hualpin | barros arana | nueva tolten',
  'Nueva Imperial': 'imperial | labranza imperial',
  Freire: 'quepe',
  Cunco: 'los laureles cunco | melipeuko',
  Carahue: 'trovolhue | nehuentue',
  Ercilla: 'temucuicui | pailahueque',
  Victoria: 'victoria araucania | victoria malleco | selva oscura',
  Lonquimay: 'icalma | liucura',
  Curacautín: 'malalcahuello',
  Vilcún: 'cherquenco | cajon vilcun | san patricio',
  Valdivia: 'niebla | valdi | isla teja | las animas valdivia',
  Mariquina: 'san jose de la mariquina | san jose mariquina | mehuin',
  Panguipulli: 'neltume | coñaripe | choshuenco | liquiñe',
  Combarbalá: 'cogoti',
  Quemchi: 'caucahue | isla caucahue',
  Toltén: 'queule | caleta queule',
  'Río Claro': 'cumpeo',
  'San Carlos': 'san carlos de ñuble',
  'Santa María': 'santa maria aconcagua | santa maria de aconcagua',
  Corral: 'corral bajo',
  'La Unión': 'la union rios | mashue',
  Futrono: 'llifen | nontuela',
  'Puerto Montt':
    'puertomontt | pto mon | p montt | alerce | mirasol | pelluco | chinquihue | pmontt | angelmo | monte verde puerto montt',
  'Puerto Varas': 'pvaras | nueva braunau | ensenada',
  Osorno: 'rahue | rahue alto | ovejeria',
  Castro: 'castro chiloe | gamboa | llau llao | nercon',
  Ancud: 'chacao | quetalmahue',
  Quellón: 'puerto quellon',
  Quinchao: 'achao | curaco de achao | isla quinchao',
  Puqueldón: 'isla lemuy | lemuy',
  Hualaihué: 'hornopiren',
  Chaitén: 'santa lucia chaiten | ayacara | isla desertores',
  Palena: 'alto palena | puerto ramirez',
  Cochamó: 'puelo | rio puelo',
  'San Juan de la Costa': 'bahia mansa | pucatrihue | puaucho | maicolpue',
  Puyehue: 'entre lagos',
  'Puerto Octay': 'las cascadas',
  Llanquihue: 'totoral llanquihue',
  Maullín: 'carelmapu | quenuir',
  Calbuco: 'pargua | isla huar | pureo',
  Purranque: 'corte alto | crucero purranque | hueyusca',
  Coyhaique: 'coihaique | coihayque | balmaceda | ñirehuao | villa ortega | el blanco coyhaique',
  Aysén: 'aisen | puerto aysen | puerto aisen | puerto chacabuco | mañihuales | villa mañihuales',
  Cisnes: 'puerto cisnes | la junta | puyuhuapi | puerto puyuhuapi',
  Guaitecas: 'melinka | las guaitecas',
  Tortel: 'caleta tortel',
  "O'Higgins": 'villa ohiggins | villa o higgins',
  'Río Ibáñez':
    'cerro castillo | villa cerro castillo | puerto ibañez | puerto ingeniero ibañez | bahia murta | puerto rio tranquilo | rio tranquilo',
  'Chile Chico': 'puerto guadal | mallin grande | puerto bertrand',
  'Punta Arenas': 'pta arenas | puntarenas | puq | rio seco | barranco amarillo | magallanes punta arenas',
  Natales: 'puerto natales | dorotea',
  'Cabo de Hornos': 'puerto williams | navarino | isla navarino | puerto toro',
  Porvenir: 'tierra del fuego',
  Timaukel: 'cameron | pampa guanaco',
  Primavera: 'cerro sombrero',
  'Laguna Blanca': 'villa tehuelches',
  'San Gregorio': 'punta delgada',
  'Torres del Paine': 'cerro guido | cerro castillo magallanes | torres paine',
}

/**
 * Names that are also a surname, a first name, a common word or another place. They count only if the text
 * around them shows that a place is meant.
 */
export const AMBIGUOUS_NAMES: ReadonlySet<string> = new Set(
  `la junta | las ventanas | recreo | alerce | viña | condes | serena | calera | cisterna | la legua |
   ensenada | higueras | las higueras | niebla | mirasol | imperial | forestal viña | la antena | el
   salado | barrancas san antonio | franklin | provi | linderos | matanzas | enea | pica | palomares |
   contao | peine | el transito | cameron | rio seco | la herradura | coloso | pargua | ike | viñita |
   boco | recinto | gamboa | las animas valdivia | Los Ángeles | Santiago | La Unión | Retiro | Pinto |
   Florida | Victoria | Parral | San Pedro | Castro | Navidad | Independencia | Recoleta | Providencia
   | Primavera | Porvenir | Constitución | Salamanca | Cartagena | Mejillones | Caldera | Canela |
   Corral | Linares | Molina | Maule | Coronel | Olivar | Antártica | Nogales | La Cruz | La Reina | El
   Bosque | El Carmen | Empedrado | Portezuelo | Negrete | Arauco | Lautaro | Galvarino | Freire |
   Saavedra | Cunco | Palena | Los Lagos | Los Sauces | Los Andes | Los Álamos | Angol | La Granja |
   Las Cabras | La Estrella | Nacimiento | Yungay | Bulnes | Camarones | San Antonio | San Miguel | San
   Pablo | San Carlos | San Ignacio | San Javier | San Vicente | San Ramón | San Joaquín | San Rafael |
   San Gregorio | San Fernando | San Felipe | San Esteban | Santa Bárbara | Santa Cruz | Santa María |
   Santa Juana | Santo Domingo | María Elena | Diego de Almagro | Pedro Aguirre Cerda | Teodoro Schmidt
   | Padre Hurtado | Cabildo | Pica | Coquimbo | Valdivia | Colina | Rinconada | Calle Larga | Placilla
   | La Higuera | Laja | Lota | Penco | Antuco | Tomé | Maipú | Romeral | Sagrada Familia | Río Negro |
   Río Verde | Río Claro | Río Bueno | Lago Verde | Laguna Blanca | Cochrane | O'Higgins | Vicuña |
   Panquehue | Quinta Normal | Isla de Pascua | Concepción | Buin | Paine | Teno | Lanco | Villa Alegre
   | Pozo Almonte | Cisnes | Renca | Ercilla | Macul`
    .split('|')
    .map((name) => name.replace(/\s+/gu, ' ').trim()),
)

/** Ambiguous names that are common words and may follow «en» or «de» as such. */
export const COMMON_WORD_NAMES: ReadonlySet<string> = new Set(
  `Retiro | Navidad | Independencia | Primavera | Porvenir | Constitución | Canela | Corral | Coronel |
   Olivar | Nacimiento | Florida | Pinto | Victoria | Los Lagos | Los Andes | La Unión | El Bosque | La
   Granja | La Reina | La Cruz | La Estrella | Caldera | el transito | la junta | las ventanas | recreo
   | alerce | imperial | higueras | las higueras | el salado | la antena | contao | peine | rio seco |
   la herradura | recinto | matanzas | linderos | Providencia | Laguna Blanca | Río Negro | Nogales |
   Empedrado | Portezuelo | Camarones | Mejillones`
    .split('|')
    .map((name) => name.replace(/\s+/gu, ' ').trim()),
)
