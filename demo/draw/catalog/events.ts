/** An event. Its tickets are for numbered seats (`seatRows`) or for zones (`zones`). */
export interface EventPlan {
  name: string;
  ticketTitle: string;
  place: string;
  /** The event is on the first Saturday at least this many days after the demo is loaded, at `time` in Mexico City. */
  inDays: number;
  time: string;
  category: string;
  promoter: string;
  pricePesos: number;
  description: string;
  seatRows: [row: string, count: number][];
  zones?: string[];
  colors: [paper: string, accent: string, title: string];
  art: "waves" | "sun" | "thread" | "arches" | "stars" | "stalls";
}

export const EVENTS: EventPlan[] = [
  {
    name: "Concierto de Los Faroles del Norte",
    ticketTitle: "LOS FAROLES\nDEL NORTE",
    place: "Foro Jacaranda",
    inDays: 26,
    time: "20:30",
    category: "conciertos",
    promoter: "Foro Jacaranda",
    pricePesos: 650,
    description:
      "Boletos numerados para una noche de rock norteño en el Foro Jacaranda. Cada asiento llega a tu correo y se muestra en el teléfono. No hay cambios ni devoluciones.",
    seatRows: [
      ["A", 10],
      ["B", 8],
    ],
    colors: ["#2b2350", "#e2703a", "#f4d9a8"],
    art: "waves",
  },
  {
    name: "Concierto de Marea Lenta",
    ticketTitle: "MAREA\nLENTA",
    place: "Teatro del Puerto",
    inDays: 41,
    time: "19:00",
    category: "conciertos",
    promoter: "Telón Producciones",
    pricePesos: 780,
    description:
      "Pop acústico con cuerdas y coros en un teatro de butacas. Asientos numerados en las primeras filas. El boleto llega por correo.",
    seatRows: [["A", 12]],
    colors: ["#123f4f", "#3fa7a5", "#f3e9d2"],
    art: "waves",
  },
  {
    name: "Noche de son y marimba",
    ticketTitle: "NOCHE\nDE SON",
    place: "Patio San Jerónimo",
    inDays: 18,
    time: "20:00",
    category: "conciertos",
    promoter: "Foro Jacaranda",
    pricePesos: 420,
    description:
      "Son tradicional y marimba al aire libre. Entrada general por zona, sin asiento asignado. El boleto llega por correo.",
    seatRows: [],
    zones: ["General", "Preferente"],
    colors: ["#7a1f2b", "#e8a33d", "#fbe9cf"],
    art: "sun",
  },
  {
    name: "Concierto de Ajolote Eléctrico",
    ticketTitle: "AJOLOTE\nELÉCTRICO",
    place: "Bodega Trece",
    inDays: 33,
    time: "21:30",
    category: "conciertos",
    promoter: "Telón Producciones",
    pricePesos: 560,
    description:
      "Electrónica hecha en casa con visuales en vivo. Zona general de pie. Se pide identificación en la entrada.",
    seatRows: [],
    zones: ["General"],
    colors: ["#3a1552", "#e0478c", "#8ee0d0"],
    art: "stars",
  },
  {
    name: "Festival de Primavera en el parque",
    ticketTitle: "FESTIVAL DE\nPRIMAVERA",
    place: "Parque Las Moreras",
    inDays: 120,
    time: "12:00",
    category: "conciertos",
    promoter: "Telón Producciones",
    pricePesos: 890,
    description:
      "Doce grupos en dos escenarios durante todo el día. El boleto incluye reingreso. Llega por correo y es válido para una persona.",
    seatRows: [],
    zones: ["General", "Jardín"],
    colors: ["#1f5a46", "#f0b53c", "#f7e6d8"],
    art: "arches",
  },
  {
    name: "Pasarela Hilo y Barro",
    ticketTitle: "HILO\nY BARRO",
    place: "Antiguo Taller Central",
    inDays: 47,
    time: "18:00",
    category: "moda-y-talleres",
    promoter: "Pasarela Centro",
    pricePesos: 950,
    description:
      "Doce marcas presentan su colección en una pasarela de una hora. Asientos numerados junto al pasillo. El boleto llega por correo.",
    seatRows: [
      ["A", 14],
      ["B", 6],
    ],
    colors: ["#2a2522", "#b8593c", "#efe3d0"],
    art: "thread",
  },
  {
    name: "Pasarela Nuevos Talentos",
    ticketTitle: "NUEVOS\nTALENTOS",
    place: "Casa de la Costura",
    inDays: 61,
    time: "17:30",
    category: "moda-y-talleres",
    promoter: "Pasarela Centro",
    pricePesos: 480,
    description:
      "Egresados de escuelas de diseño muestran su primera colección. Asientos numerados. El boleto llega por correo.",
    seatRows: [["A", 16]],
    colors: ["#20304f", "#e58a9a", "#f5efe4"],
    art: "arches",
  },
  {
    name: "Taller de bordado a mano",
    ticketTitle: "TALLER DE\nBORDADO",
    place: "Escuela de Oficio Textil",
    inDays: 15,
    time: "10:00",
    category: "moda-y-talleres",
    promoter: "Escuela de Oficio Textil",
    pricePesos: 720,
    description:
      "Cuatro horas para aprender seis puntadas básicas. Incluye aro, hilos y manta. Grupo pequeño con lugar apartado.",
    seatRows: [["A", 8]],
    colors: ["#8a2c4b", "#f0c05a", "#fbf0e2"],
    art: "thread",
  },
  {
    name: "Taller de teñido con añil",
    ticketTitle: "TEÑIDO\nCON AÑIL",
    place: "Patio del Molino",
    inDays: 22,
    time: "10:00",
    category: "moda-y-talleres",
    promoter: "Escuela de Oficio Textil",
    pricePesos: 680,
    description:
      "Preparación de la tina, amarres y teñido de una prenda propia. Incluye materiales y delantal. Grupo pequeño.",
    seatRows: [["A", 10]],
    colors: ["#1d2f6b", "#5f8fd0", "#eef2f3"],
    art: "stars",
  },
  {
    name: "Bazar de diseño La Lagunita",
    ticketTitle: "BAZAR LA\nLAGUNITA",
    place: "Explanada La Lagunita",
    inDays: 37,
    time: "11:00",
    category: "moda-y-talleres",
    promoter: "Bazar La Lagunita",
    pricePesos: 90,
    description:
      "Ochenta mesas de ropa, joyería y cerámica en un fin de semana. Entrada por día para una persona. El boleto llega por correo.",
    seatRows: [],
    zones: ["Sábado", "Domingo"],
    colors: ["#0f5f5a", "#f08a4b", "#fff0d8"],
    art: "stalls",
  },
];
