// German texts of the pages. Data only; the shape is that of en.ts.
import type { Texts } from './en.ts'

export const de: Texts = {
  site: {
    name: 'Walkaround',
    skip: 'Zum Inhalt springen',
    navigation: 'Hauptmenü',
    overview: 'Überblick',
    reference: 'API-Referenz',
    trust: 'Zertifikate',
    language: 'Sprache',
    copy: 'Kopieren',
    copied: 'Kopiert',
    copyFailed: 'Bitte von Hand markieren',
    footer:
      'Walkaround {version}, quelloffen unter der Apache-Lizenz 2.0. Diese Seite ruft niemanden außer diesem Dienst.',
    footerPlain:
      'Walkaround, quelloffen unter der Apache-Lizenz 2.0. Diese Seite ruft niemanden außer diesem Dienst.',
  },
  workshop: {
    loading: 'Wird geladen …',
    needsScript: 'Die App braucht JavaScript.',
    notBuilt: 'Die Werkstatt-App ist nicht gebaut',
    notBuiltWhat:
      'Der Dienst läuft, und seine Schnittstelle arbeitet. Beenden Sie ihn und starten Sie ihn so; dann wird die App zuerst gebaut.',
  },
  landing: {
    openWorkshop: 'Werkstatt-App öffnen',
    title: 'Fahrzeuginspektionen, die Ihr DMS steuert',
    description: 'Offene, selbst betriebene Fahrzeuginspektionen für Autohaus-Werkstätten.',
    lead: 'Walkaround ist ein offener, selbst betriebener Dienst für Fahrzeuginspektionen: Ihr Dealer-Management-System (DMS) sendet den Auftrag, Techniker füllen die Checklisten am Tablet aus, der Halter entscheidet am Telefon, und Ihr DMS liest alles aus und wird zurückgerufen.',
    openReference: 'API-Referenz öffnen',
    drawing:
      'Ein Auto von oben. Ein gestrichelter Weg führt an fünf nummerierten Stationen um das Auto herum.',
    ready: 'Bereit',
    notReady: 'Nicht bereit: Die Datenbank startet noch oder ist nicht erreichbar',
    demo: 'Demo-Autohaus',
    version: 'Version',
    tilesTitle: 'Fünf Menschen um ein Auto',
    tilesLead: 'Was jeder von ihnen heute hat und was es noch nicht gibt.',
    today: 'Heute',
    notYet: 'Noch nicht da',
    tiles: [
      {
        who: 'DMS-Integratoren',
        today:
          'Eine Schnittstelle für Aufträge, Inspektionen, Antworten, Fotos, PDF-Formulare, Pakete und Preise, Angebote, Fahrzeugdaten zur FIN, Leads und Geschäfte. Ging eine Nachricht hinaus, erhält Ihr DMS einen Callback; jeder Callback steht im Protokoll und lässt sich wiederholen. Alles steht in der Referenz, mit Formular zum Ausprobieren.',
        notYet: 'Ein simuliertes DMS zum Testen und eine fertige Client-Bibliothek.',
      },
      {
        who: 'Serviceberater und Techniker',
        today:
          'Eine Tablet-App, die auch ohne WLAN weiterarbeitet: Tafel, Checkliste mit einem Ziffernblock, der von Rad zu Rad geht, Fotos, Video, Schadensskizze, Angebote, Übergabeprotokoll mit Unterschriften und der Versand des Ergebnisses per E-Mail, SMS oder Telegram.',
        notYet: 'Zeichnen auf Fotos und eine PIN je Person am gemeinsamen Tablet.',
      },
      {
        who: 'Fahrzeughalter',
        today:
          'Eine Seite für das Telefon ohne Anmeldung und Cookies: was gefunden wurde, mit Fotos und Video, der Messwert gegen seinen Grenzwert, der Preis getrennt nach Arbeit, Teilen und Mehrwertsteuer; Ja, Später und Nein gleich groß; eine Quittung.',
        notYet: 'Andere Sprachen als Deutsch, Englisch und Russisch.',
      },
      {
        who: 'Administratoren der Händlergruppe',
        today:
          'Mandanten, Standorte, Händlernummern, Anmeldungen mit Rollen, auch für einzelne Betriebe, API-Schlüssel, Vorlagen, Pakete und Preise, alles über die Kommandozeile. Postausgang und Callbacks sind Bildschirme der Werkstatt-App. Jedes Unternehmen hat seinen eigenen Bereich.',
        notYet:
          'Bildschirme für das Übrige, ein Editor für Vorlagen und Statistik vom Befund bis zum Verkauf.',
      },
      {
        who: 'Betreiber',
        today:
          'Ein Befehl startet den Dienst, mit eingebetteter Datenbank oder mit PostgreSQL. Er spricht selbst HTTPS, meldet seinen Zustand, bringt `doctor`, `backup` und `restore` mit und sendet über Ihren Mailserver, Ihr SMS-Gateway und Ihren Telegram-Bot.',
        notYet: 'Eine Systemseite, Metriken, Export und Löschung eines einzelnen Mandanten.',
      },
    ],
    demoTitle: 'Der ganze Weg in zwei Minuten',
    demoLead:
      'Spielen Sie selbst Techniker, Serviceberater, Halter und DMS, mit einem Auto. Melden Sie sich als `demo-admin` an; das Passwort stand beim ersten Start im Terminal und steht in `demo-passwords.txt` im Datenordner, und `npx walkaround login password demo-admin` setzt ein anderes. Der Weg lässt sich einmal gehen: Eine frische Vorführung kommt mit einem leeren Datenordner.',
    demoOpen: 'Die Vorführung in zwei Minuten',
    demoSteps: [
      {
        what: 'Das Auto öffnen',
        who: 'Techniker',
        how: 'Suchen Sie auf der Tafel das Kennzeichen **XD EN 418** und tippen Sie auf seiner Karte auf **Video-Check**.',
        link: 'Tafel öffnen',
      },
      {
        what: 'Einen verschlissenen Bremsbelag eintragen',
        who: 'Techniker',
        how: 'Tippen Sie unter **Bremsen** bei **Belagstärke** auf **Vorn rechts**: beim letzten Besuch 4,1 mm, heute noch nichts. Die Messuhr auf dem Foto zeigt 1,9. Geben Sie 1 und 9 ein, dann **Weiter** und **Schließen**: 1,9 mm liegen unter dem Grenzwert von 3, also **Dringend**.',
      },
      {
        what: 'Das Ergebnis senden',
        who: 'Serviceberater',
        how: 'Tippen Sie auf **Abschluss**, **Prüfung abschließen**, **Ergebnis senden** und nach einem Blick auf die Nachricht auf **Senden**. Die Vorführung sendet niemandem etwas: Nachrichten bleiben im Postausgang.',
      },
      {
        what: 'Ein Angebot annehmen, eines verschieben',
        who: 'Halter',
        how: 'Tippen Sie im Postausgang auf die Nachricht an Ewa Nowicka über ein Video dieses Autos, dann auf **Seite des Halters öffnen**. Wählen Sie bei einem Angebot **Ja** und bei einem anderen **Später**, tippen Sie auf **Auswahl prüfen** und **Bestätigen**. Da ist die Quittung.',
        link: 'Postausgang öffnen',
      },
      {
        what: 'Den Callback sehen',
        who: 'DMS',
        how: 'Unter den Callbacks sind **Ergebnis des Fahrzeugchecks** und **Der Halter hat entschieden** für den Auftrag SO-1001 **Zugestellt**. Ein Tipp zeigt Anfrage und Antwort. Was entschieden wurde, steht bei den Angeboten der Inspektion als `approvalStatus`.',
        link: 'Callbacks öffnen',
      },
    ],
    walkTitle: 'Die erste Inspektion',
    walkLead:
      'Im Projektordner in einem zweiten Terminal ausführen. Die Befehle sprechen mit dem Demo-Autohaus dieser Installation.',
    walkKey: 'Einen Schlüssel holen. Er wird einmal gezeigt; legen Sie ihn in die Variable.',
    walkCa:
      'Die Zertifizierungsstelle dieser Installation laden, damit `curl` prüfen kann, wer antwortet. Ihr Fingerabdruck steht auf der Seite Zertifikate.',
    walkOrder: 'Einen Auftrag senden. Die Antwort ist `201`, und die Annahme-Inspektion ist angelegt.',
    walkSurveys:
      'Die Inspektionen des Auftrags auflisten. Senden Sie den Auftrag noch einmal mit `"technicianSurveyRelease": true`, kommt eine zweite hinzu.',
    walkSurvey: 'Die ganze Inspektion lesen: Nehmen Sie eine `id` aus der Liste.',
    keyTitle: 'So bekommen Sie einen Schlüssel',
    keyLead:
      'Wer diesen Dienst betreibt, stellt API-Schlüssel für eine Anmeldung aus. Ein Schlüssel wird einmal gezeigt und nur als Hash gespeichert.',
    addressesTitle: 'Adressen',
    addressesLead: 'Die Schnittstelle liegt unter `{baseUrl}/v1`. Sie spricht nur HTTPS.',
    addresses: {
      reference: 'Jede Operation, jedes Feld, jeder Fehler, jede Entscheidung, mit Formular zum Ausprobieren',
      openapi: 'Die Schnittstelle als OpenAPI-3.1-Datei, ohne Schlüssel lesbar',
      trust: 'Wie Tablets, Rechner und DMS-Server diesem Dienst vertrauen lernen',
      healthz: 'Lebt der Prozess?',
      readyz: 'Kann er arbeiten: Datenbank erreicht, Migrationen erledigt?',
    },
  },
  trust: {
    title: 'Diesem Dienst vertrauen',
    description: 'Wie Geräte und Server dem Zertifikat dieser Walkaround-Installation vertrauen.',
    lead: 'Dieser Dienst spricht HTTPS mit einem Zertifikat seiner eigenen kleinen Zertifizierungsstelle, die beim ersten Start angelegt wurde. Ein Gerät, das diese Stelle kennt, öffnet `{baseUrl}` ohne Warnung.',
    download: 'Zertifikat der Stelle herunterladen',
    downloadHint:
      'Die Datei `walkaround-ca.crt` enthält kein Geheimnis. Sie darf per Mail verschickt oder auf einen Stick gelegt werden.',
    fingerprintTitle: 'Zuerst den Fingerabdruck vergleichen',
    fingerprintLead:
      'Eine Zertifizierungsstelle zu installieren ist Vertrauenssache. Führen Sie auf dem Rechner, auf dem der Dienst läuft, `npx walkaround ca` aus und vergleichen Sie den SHA-256-Fingerabdruck mit diesem und mit dem, den Ihr Gerät zeigt:',
    constraint:
      'Die Stelle darf nur für Namen und Adressen privater Netze bürgen, nie für eine öffentliche Website. Selbst wer ihren Schlüssel stiehlt, könnte damit Ihre Bank nicht nachahmen.',
    localOnly:
      'Der Dienst ist auf `{baseUrl}` eingestellt; das erreicht nur dieser Rechner. Für Tablets und andere Server setzen Sie zuerst `WALKAROUND_HOST` und `WALKAROUND_BASE_URL` und starten ihn neu.',
    none: {
      lead: 'Dieser Dienst nutzt ein Zertifikat, das sein Betreiber bereitgestellt hat. Es gibt keine eigene Stelle zu installieren.',
      detail:
        'Warnt ein Gerät vor `{baseUrl}`, dann ist das Zertifikat abgelaufen, trägt diesen Namen nicht, oder es stammt von einer Stelle Ihrer Organisation, die das Gerät noch nicht kennt. Der Betreiber des Dienstes kann sagen, was davon zutrifft.',
    },
    contents: 'Auf dieser Seite',
    check: 'Prüfen',
    devices: {
      ipad: {
        title: 'iPad und iPhone',
        steps: [
          '`{baseUrl}/ca.crt` in Safari öffnen und das Laden des Profils erlauben. Landet es bei den Dateien, dort antippen.',
          '**Einstellungen → Profil geladen → Installieren** öffnen. Den Fingerabdruck unter **Weitere Details** vergleichen.',
          '**Einstellungen → Allgemein → Info → Zertifikatsvertrauenseinstellungen** öffnen und der Walkaround-Stelle volles Vertrauen geben. Ohne diesen Schritt warnt Safari weiter.',
        ],
        note: 'Für viele Tablets legen Sie die Datei in ein Profil Ihrer Geräteverwaltung: Dann ist das Vertrauen von selbst eingeschaltet.',
      },
      android: {
        title: 'Android-Tablets',
        steps: [
          '`walkaround-ca.crt` auf dem Tablet herunterladen.',
          '**Einstellungen → Sicherheit → Weitere Sicherheitseinstellungen → Verschlüsselung und Anmeldedaten → Zertifikat installieren → CA-Zertifikat** öffnen. Die Wörter sind je Hersteller verschieden; die Suche nach „CA-Zertifikat“ findet die Stelle.',
          '**Trotzdem installieren** wählen und die Datei aussuchen.',
        ],
        note: 'Chrome vertraut so installierten Stellen. Firefox verlangt einen eigenen Schalter: **Einstellungen → Über**, fünfmal auf das Logo tippen, dann **Geheime Einstellungen → CA-Zertifikate von Drittanbietern verwenden**.',
      },
      windows: {
        title: 'Windows',
        steps: [
          '`walkaround-ca.crt` herunterladen und in diesem Ordner ein Terminal als Administrator öffnen.',
          'Für alle Benutzer des Rechners zu den vertrauenswürdigen Stammzertifikaten hinzufügen:',
        ],
        note: 'Edge, Chrome, .NET und Firefox nutzen diesen Speicher. In einer Domäne tut die Gruppenrichtlinie **Vertrauenswürdige Stammzertifizierungsstellen** dasselbe für jeden Rechner.',
      },
      macos: {
        title: 'macOS',
        steps: [
          '`walkaround-ca.crt` herunterladen und in diesem Ordner ein Terminal öffnen.',
          'Dem Systemschlüsselbund als vertrauenswürdige Stelle hinzufügen:',
        ],
        note: 'Safari, Chrome und Firefox nutzen den Schlüsselbund. Für viele Macs tut das Profil einer Geräteverwaltung dasselbe.',
      },
      linux: {
        title: 'Linux',
        steps: [
          '`walkaround-ca.crt` herunterladen und in diesem Ordner ein Terminal öffnen.',
          'Zu den Stammzertifikaten des Systems hinzufügen:',
        ],
        note: 'Chrome führt je Person eine eigene Liste (der letzte Befehl; er kommt mit `libnss3-tools`). In Firefox die Datei unter **Einstellungen → Datenschutz & Sicherheit → Zertifikate → Zertifikate anzeigen → Zertifizierungsstellen** importieren.',
      },
    },
    servers: {
      title: 'DMS-Server',
      lead: 'Ein DMS soll das Zertifikat des Dienstes prüfen, dem es Kundendaten schickt. Schalten Sie die Prüfung nicht ab; geben Sie der Laufzeitumgebung die Stelle bekannt.',
      java: 'Java führt eine eigene Liste. Importieren Sie die Datei dort (das übliche Passwort ist `changeit`) oder in einen eigenen Speicher, den `javax.net.ssl.trustStore` nennt:',
      dotnet:
        '.NET nutzt den Speicher des Betriebssystems: siehe oben Windows oder Linux. In einem Linux-Container genügt die Variable, ohne das Image zu ändern:',
      node: 'Node.js liest beim Start eine weitere Datei:',
      curl: 'curl, Python requests und PHP nehmen die Datei anstelle ihrer eigenen Liste:',
    },
  },
  notFound: {
    title: 'Hier ist keine Seite',
    lead: 'Unter `{path}` gibt es nichts.',
    detail:
      'Die Schnittstelle für Ihr DMS liegt unter `/v1` und braucht einen Schlüssel; ihre Pfade stehen in der Referenz.',
  },
  reference: {
    title: 'API-Referenz',
    description:
      'Jede Operation, jedes Feld, jeder Fehler und jede Entscheidung der Walkaround-Schnittstelle.',
    englishOnly: 'Die Beschreibungen der Operationen und Felder sind auf Englisch.',
    contents: 'Inhalt',
    operations: 'Operationen',
    filter: 'Filtern',
    filterHint: 'order, GET, vin …',
    filterCount: '{shown} von {all}',
    filterNone: 'Nichts gefunden. Versuchen Sie einen Pfad, eine Methode oder ein Wort der Überschrift.',
    filterClear: 'Alle zeigen',
    introduction: 'Einführung',
    addressLabel: 'Adresse',
    download: 'OpenAPI-Datei',
    authentication: 'Anmeldung',
    authenticationLead:
      'Jeder Aufruf trägt einen API-Schlüssel in diesem Header; ohne gültigen ist die Antwort 401. Wer den Dienst betreibt, stellt Schlüssel mit `npx walkaround key issue LOGIN` aus. Solange der Dienst seine eigene Stelle nutzt, braucht `curl` außerdem `--cacert walkaround-ca.crt`; die Datei gibt es auf der Seite Zertifikate. Die Befehle unten lesen beides dort, wo diese Zeilen es ablegen:',
    webhooks: 'Callback',
    webhooksLead: 'Hier ruft der Dienst: Er sendet diese Anfragen an einen Empfänger bei Ihnen.',
    schemas: 'Schemas',
    schemasLead:
      'Jedes Objekt der Schnittstelle, einmal. Felder, die der Dienst setzt, werden beim Senden nicht beachtet.',
    generalLead: 'Wo ein Feld keine eigene Grenze nennt:',
    generalLength: 'Texte haben höchstens {n} Zeichen',
    generalItems: 'Listen höchstens {n} Einträge',
    generalMagnitude: 'Zahlen bleiben dem Betrag nach unter {n}',
    errors: 'Fehler',
    errorsLead:
      'Jeder Fehler trägt eine dieser Nummern in `errorCode`. Eine Nummer ändert nie ihre Bedeutung.',
    commonErrors: 'Wie bei vielen Operationen:',
    parameters: 'Parameter',
    inPath: 'Pfad',
    inQuery: 'Query',
    inHeader: 'Header',
    inCookie: 'Cookie',
    body: 'Body der Anfrage',
    bodyOptional: 'darf fehlen',
    responses: 'Antworten',
    noBody: 'ohne Body',
    headers: 'Header',
    fields: 'Felder',
    field: 'Feld',
    meaning: 'Bedeutung und Regeln',
    values: 'Werte',
    moreValues: '{count} weitere',
    alias: 'auch angenommen: {aliases}',
    variants: 'Eines von',
    arrayOf: 'Liste von {type}',
    mapOf: 'Zuordnung zu {type}',
    required: 'Pflicht',
    ownedFields: 'Setzt der Dienst, beim Senden nicht beachtet:',
    readOnly: 'setzt der Dienst',
    writeOnly: 'nur beim Senden',
    deprecated: 'veraltet',
    ours: 'Zusatz von Walkaround',
    decisions: 'Entscheidungen',
    decision: 'Entscheidung {id}',
    examples: 'Beispiele',
    example: 'Beispiel',
    exampleResponse: 'Antwort {status}',
    curl: 'Mit curl',
    curlFile: 'Zuerst den Body des Beispiels als `body.json` speichern.',
    when: 'Wann',
    status: 'Status',
    code: 'errorCode',
    error: 'Fehler',
    errorCount: '{count} Fehler',
    rules: {
      notEmpty: 'nicht leer',
      minLength: 'mindestens {n} Zeichen',
      maxLength: 'höchstens {n} Zeichen',
      length: '{min} bis {max} Zeichen',
      minimum: 'mindestens {n}',
      maximum: 'höchstens {n}',
      exclusiveMinimum: 'über {n}',
      exclusiveMaximum: 'unter {n}',
      range: '{min} bis {max}',
      multipleOf: 'ein Vielfaches von {n}',
      minItems: 'mindestens {n} Einträge',
      maxItems: 'höchstens {n} Einträge',
      uniqueItems: 'kein Eintrag doppelt',
      pattern: 'Muster `{n}`',
      default: 'wenn weggelassen: `{n}`',
      constant: 'immer `{n}`',
      decimals: 'höchstens {n} Nachkommastellen bleiben',
    },
    tryIt: {
      open: 'Ausprobieren',
      lead: 'Das ist ein echter Aufruf dieses Dienstes, mit den Rechten Ihres Schlüssels.',
      key: 'API-Schlüssel',
      keyHint: 'Bleibt nur in diesem Tab und wird beim Schließen vergessen.',
      forget: 'Schlüssel vergessen',
      body: 'Body (JSON)',
      send: 'Senden',
      sending: 'Wird gesendet …',
      answer: 'Antwort',
      time: '{ms} ms',
      empty: 'ohne Body',
      binary: '{type}, {size} Bytes: wird nicht gezeigt',
      cut: 'Von einem langen Body wird nur der erste Teil gezeigt.',
      headers: 'Header',
      several: 'Mehrere Werte: durch Kommas trennen.',
      missing: 'Bitte ausfüllen: {fields}',
      badJson: 'Der Body ist kein gültiges JSON: {reason}',
      failed:
        'Keine Antwort. Der Dienst läuft nicht, oder der Browser vertraut seinem Zertifikat noch nicht.',
      elsewhere:
        'Die Schnittstelle spricht nur HTTPS, und der Browser lässt diese Seite keine andere Adresse aufrufen. Öffnen Sie die Referenz zum Ausprobieren dort:',
    },
  },
}
