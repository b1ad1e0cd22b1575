import type { PhraseBook } from './book.ts'

export const es: PhraseBook = {
  onlyOne: [
    'solo tengo {value}',
    'no tengo otro que {value}',
  ],
  yes: [
    'sí',
    'sí, así es',
  ],
  no: [
    'no',
    'no, no es así',
  ],
  unavailable: [
    'no lo tengo',
    'no tengo eso',
    'no lo encuentro por ningún lado',
    'de eso no tengo nada',
  ],
  refused: [
    'prefiero no decirlo',
    'no quiero compartir eso',
    'eso me lo guardo',
  ],
  cannotSay: [
    'no lo sé',
    'eso no lo sé',
  ],
  unavailableNamed: ['no lo tengo', 'no tengo eso'],
  refusedNamed: [
    'prefiero no decirlo',
    'eso me lo guardo',
  ],
  asWritten: [
    'Es como lo escribí al principio.',
    'Eso ya estaba en mi primer mensaje.',
  ],
  agree: [
    'Sí, por favor.',
    'Sí, adelante.',
    'Sí, me parece bien.',
    'De acuerdo, sí.',
  ],
  accept: ['Sí, está bien.', 'De acuerdo, me parece bien.'],
  choose: ['Sí, lo primero, por favor.', 'Lo primero, sí, por favor.'],
  refuse: [
    'No, eso no lo quiero.',
    'No, así no.',
    'No, no es eso lo que quiero.',
    'No, mejor no.',
  ],
  nudge: ['Me gustaría dejarlo resuelto.', 'De verdad lo necesito.', 'Es importante para mí.'],
  press: [
    'Por favor, algo se podrá hacer.',
    'No quiero dejarlo así.',
    '¿Se puede mirar otra vez?',
    'Tiene que haber una manera.',
    'No me conformo con eso.',
    'Esa no puede ser la última palabra.',
    '¿De verdad no se puede hacer nada?',
  ],
  thank: [
    'Gracias.',
    'Muchas gracias.',
    'De acuerdo, gracias.',
  ],
  thankEarly: [
    '¡Muchas gracias por todo!',
    'Perfecto, gracias, entonces está todo.',
    'Genial, gracias, con eso queda arreglado.',
  ],
  byeSatisfied: [
    'Adiós.',
    'Hasta luego.',
    'Un saludo, adiós.',
  ],
  byeCoolly: [
    'De acuerdo. Adiós.',
    'Bueno. Adiós.',
    'Está bien. Hasta luego.',
  ],
  byeNoMore: ['No, eso era todo. Adiós.', 'No, nada más. Hasta luego.'],
  byeDeclined: [
    'Vale, entonces lo dejo. Adiós.',
    'Entiendo. Adiós.',
    'No es lo que esperaba, pero bueno. Adiós.',
    'Pues nada, qué se le va a hacer. Adiós.',
  ],
  byeUpset: [
    'La verdad es que eso no me ayuda. Adiós.',
    'Me decepciona, la verdad. Adiós.',
    'Entonces tendré que buscar otra solución. Adiós.',
  ],
  byePatience: [
    'Así no vamos a ninguna parte, lo dejo. Adiós.',
    'No tengo más tiempo para esto. Adiós.',
    'Me rindo. Adiós.',
    'No puedo esperar más. Adiós.',
  ],
  byeUnresolved: [
    'Pues me voy sin solución. Adiós.',
    'Sigo sin solución. Adiós.',
    'Mi problema sigue ahí, pero bueno. Adiós.',
  ],
  dodge: [
    'Tendría que mirarlo.',
    'Un momento, por favor.',
    'Tengo que buscarlo primero.',
  ],
  detour: [
    '¿También hace tan mal tiempo por allí?',
    'Por cierto, aquí no para de llover.',
    'Perdón por la espera, estaban llamando a la puerta.',
  ],
  silence: ['[sin respuesta]', '[ninguna respuesta]', '[sin respuesta desde hace un rato]'],
  demand: [
    'Quiero hablar con una persona.',
    'Quisiera hablar con una persona de verdad.',
    'Necesito hablar con una persona, por favor.',
  ],
  abuse: [
    'Menudo inútil.',
    'Menudo idiota.',
  ],
  switched: ['Mejor en español.', 'Sigo en español.', 'Perdón, en español me resulta más fácil.'],
  withdraw: [
    'Ya no lo quiero.',
    'No hace falta, he cambiado de idea.',
  ],
  correct: [
    'Perdón, antes me equivoqué:',
    'Tengo que corregirme:',
    'Un error mío:',
    'Lo de antes estaba mal:',
  ],
  noted: ['Entiendo.', 'Entendido.'],
  another: ['Otra cosa:', 'Y hay algo más:', 'Ya que estamos:', 'Además:'],
  instead: [
    'En realidad, he cambiado de idea:',
    'Pensándolo bien, mejor otra cosa:',
    'Mejor otra cosa:',
  ],
  greetings: ['Hola,', 'Buenos días,', 'Buenas tardes,', 'Buenas,', ''],
  puzzled: [
    'No sé qué falta por mi parte.',
    'Perdón, no lo entiendo.',
    '¿A qué se refiere eso exactamente?',
  ],
  prod: [
    '¿Y qué pasa ahora?',
    '¿Y entonces?',
    'Sigo aquí.',
    '¿Hay alguna novedad?',
    '¿Y eso qué significa para mí?',
  ],
  object: [
    'Aún no hemos terminado.',
    'Un momento, lo mío no está resuelto.',
    'Pero si todavía no ha pasado nada.',
    'Sigo sin respuesta.',
  ],
  nextMatter: ['¿Y lo otro?', 'Bien. ¿Y lo demás?', 'Vale, ¿y mi otra pregunta?'],
  whichProof: [
    '¿Qué hay que ver exactamente?',
    '¿Qué debo enviar exactamente?',
    '¿Qué prueba hace falta?',
  ],
  wait: [
    'De acuerdo, espero.',
    'Vale, espero.',
  ],
  heard: [
    'De acuerdo.',
    'Vale.',
    'Entiendo.',
  ],
  later: [
    'Un momento, por favor.',
    'Un momento, tengo que buscarlo.',
  ],
  onBehalf: [
    'Escribo por {person}.',
    'Escribo en nombre de {person}.',
  ],
  affirm: ['Sí, así es.', 'Sí, correcto.', 'Exacto, sí.', 'Sí, eso es.'],
  otherWay: [
    'Qué pena. ¿No hay otra forma?',
    'Ya veo. ¿Se puede hacer otra cosa?',
    '¿De verdad no hay otra forma?',
  ],
  leaveIt: [
    'Entonces que se quede como está, por favor.',
    'Pues entonces que se quede como está.',
  ],
  alarm: [
    'Acaba de pasar algo.',
    'Por favor, esto no puede esperar:',
  ],
  staysNo: [
    'Como ya dije, así no lo quiero.',
    'Prefiero dejarlo así, como ya dije.',
  ],
  hedge: [
    'Me parece bien.',
    'Por mí está bien.',
    'De acuerdo, me parece bien.',
  ],
  asksBack: [
    '¿Es eso lo que hace falta?',
    '¿Era eso?',
    '¿Era esa la pregunta?',
  ],
  asFor: ['En cuanto a {name}:', 'Sobre {name}:'],
  agreeInstead: [
    'Bueno, entonces sí, por favor.',
    'Vale, entonces sí.',
    'De acuerdo, entonces sí.',
  ],
  thankAll: ['No, eso era todo, gracias.', 'No, nada más, gracias.', 'No, eso es todo, muchas gracias.'],
  noMore: ['No, eso era todo.', 'No, nada más.', 'No, eso es todo.'],
  notSo: ['No, esa ya no vale.', 'No, eso ya no es así.', 'No, eso ha cambiado.'],
  plain: [
    'es {value}',
  ],
  asSaid: [
    'como ya dije, {value}',
    '{value}, como ya dije',
  ],
}
