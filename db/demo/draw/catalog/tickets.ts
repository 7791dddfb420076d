/** Events sold as seats or zones. */
export interface TicketPlan {
  name: string;
  artist: string;
  place: string;
  category: string;
  promoter: string;
  price: number;
  text: string;
  seats: [string, number][];
  zones?: string[];
  colors: [string, string, string];
  art: "waves" | "sun" | "thread" | "arches" | "stars" | "stalls";
}

export const TICKETS: TicketPlan[] = [
  {
    name: "Concierto de Los Faroles del Norte",
    artist: "LOS FAROLES\nDEL NORTE",
    place: "Foro Jacaranda",
    category: "conciertos",
    promoter: "Foro Jacaranda",
    price: 650,
    text: "Boletos numerados para una noche de rock norteño en el Foro Jacaranda. Cada asiento llega a tu correo y se muestra en el teléfono. No hay cambios ni devoluciones.",
    seats: [
      ["A", 10],
      ["B", 8],
    ],
    colors: ["#2b2350", "#e2703a", "#f4d9a8"],
    art: "waves",
  },
  {
    name: "Concierto de Marea Lenta",
    artist: "MAREA\nLENTA",
    place: "Teatro del Puerto",
    category: "conciertos",
    promoter: "Telón Producciones",
    price: 780,
    text: "Pop acústico con cuerdas y coros en un teatro de butacas. Asientos numerados en las primeras filas. El boleto llega por correo.",
    seats: [["A", 12]],
    colors: ["#123f4f", "#3fa7a5", "#f3e9d2"],
    art: "waves",
  },
  {
    name: "Noche de son y marimba",
    artist: "NOCHE\nDE SON",
    place: "Patio San Jerónimo",
    category: "conciertos",
    promoter: "Foro Jacaranda",
    price: 420,
    text: "Son tradicional y marimba al aire libre. Entrada general por zona, sin asiento asignado. El boleto llega por correo.",
    seats: [],
    zones: ["General", "Preferente"],
    colors: ["#7a1f2b", "#e8a33d", "#fbe9cf"],
    art: "sun",
  },
  {
    name: "Concierto de Ajolote Eléctrico",
    artist: "AJOLOTE\nELÉCTRICO",
    place: "Bodega Trece",
    category: "conciertos",
    promoter: "Telón Producciones",
    price: 560,
    text: "Electrónica hecha en casa con visuales en vivo. Zona general de pie. Se pide identificación en la entrada.",
    seats: [],
    zones: ["General"],
    colors: ["#3a1552", "#e0478c", "#8ee0d0"],
    art: "stars",
  },
  {
    name: "Festival de Primavera en el parque",
    artist: "FESTIVAL DE\nPRIMAVERA",
    place: "Parque Las Moreras",
    category: "conciertos",
    promoter: "Telón Producciones",
    price: 890,
    text: "Doce grupos en dos escenarios durante todo el día. El boleto incluye reingreso. Llega por correo y es válido para una persona.",
    seats: [],
    zones: ["General", "Jardín"],
    colors: ["#1f5a46", "#f0b53c", "#f7e6d8"],
    art: "arches",
  },
  {
    name: "Pasarela Hilo y Barro",
    artist: "HILO\nY BARRO",
    place: "Antiguo Taller Central",
    category: "moda-y-talleres",
    promoter: "Pasarela Centro",
    price: 950,
    text: "Doce marcas presentan su colección en una pasarela de una hora. Asientos numerados junto al pasillo. El boleto llega por correo.",
    seats: [
      ["A", 14],
      ["B", 6],
    ],
    colors: ["#2a2522", "#b8593c", "#efe3d0"],
    art: "thread",
  },
  {
    name: "Pasarela Nuevos Talentos",
    artist: "NUEVOS\nTALENTOS",
    place: "Casa de la Costura",
    category: "moda-y-talleres",
    promoter: "Pasarela Centro",
    price: 480,
    text: "Egresados de escuelas de diseño muestran su primera colección. Asientos numerados. El boleto llega por correo.",
    seats: [["A", 16]],
    colors: ["#20304f", "#e58a9a", "#f5efe4"],
    art: "arches",
  },
  {
    name: "Taller de bordado a mano",
    artist: "TALLER DE\nBORDADO",
    place: "Escuela de Oficio Textil",
    category: "moda-y-talleres",
    promoter: "Escuela de Oficio Textil",
    price: 720,
    text: "Cuatro horas para aprender seis puntadas básicas. Incluye aro, hilos y manta. Grupo pequeño con lugar apartado.",
    seats: [["A", 8]],
    colors: ["#8a2c4b", "#f0c05a", "#fbf0e2"],
    art: "thread",
  },
  {
    name: "Taller de teñido con añil",
    artist: "TEÑIDO\nCON AÑIL",
    place: "Patio del Molino",
    category: "moda-y-talleres",
    promoter: "Escuela de Oficio Textil",
    price: 680,
    text: "Preparación de la tina, amarres y teñido de una prenda propia. Incluye materiales y delantal. Grupo pequeño.",
    seats: [["A", 10]],
    colors: ["#1d2f6b", "#5f8fd0", "#eef2f3"],
    art: "stars",
  },
  {
    name: "Bazar de diseño La Lagunita",
    artist: "BAZAR LA\nLAGUNITA",
    place: "Explanada La Lagunita",
    category: "moda-y-talleres",
    promoter: "Bazar La Lagunita",
    price: 90,
    text: "Ochenta mesas de ropa, joyería y cerámica en un fin de semana. Entrada por día para una persona. El boleto llega por correo.",
    seats: [],
    zones: ["Sábado", "Domingo"],
    colors: ["#0f5f5a", "#f08a4b", "#fff0d8"],
    art: "stalls",
  },
];
